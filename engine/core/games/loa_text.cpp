// LOA's position strings and moves as text.
#include "games/loa.hpp"

namespace trilogue {
namespace {

/// Why a man cannot jump from one cell to another.
std::string explain(const Loa::Rules& rules, const Loa::Position& position, men::TwoCells cells) {
    const Grid& grid = Loa::grid(rules);
    const Side side = position.side();
    const std::string from = grid.name(cells.from), to = grid.name(cells.to), own = title(side);
    if (!has(position.pieces(side), cells.from)) return own + " has no piece on " + from;
    if (has(position.pieces(side), cells.to)) return own + "'s own piece stands on " + to;
    for (unsigned direction = 0; direction < 8; direction++) {
        const int distance = count(position.occupied() & loa::tables.line[cells.from][direction % 4]);
        for (unsigned n = 1; n < 9; n++) {
            const loa::Jump& jump = loa::tables.jump[cells.from][direction][n];
            if (jump.to != bit(cells.to)) continue;
            if (static_cast<int>(n) != distance)
                return "along that line a piece moves " + std::to_string(distance) + " cells";
            const Bits block = jump.over & position.pieces(other(side));
            return std::string("it may not jump ") + title(other(side)) + "'s piece on " +
                   grid.name(lowest(block));
        }
    }
    return "not along a row, column or diagonal";
}

bool is_pass(std::string_view text) {
    std::string lower;
    for (char c : text.substr(0, 5)) lower += static_cast<char>(c | 0x20);
    return lower == "pass";
}

}  // namespace

Result<Loa::Position> Loa::parse_position(const Rules& rules, std::string_view text) {
    const auto board = parse_board(grid(rules), men::letters, text);
    if (!board) return board.error();
    if (auto fault = too_many_men(board.value(), 2 * (rules.size - 2))) return *fault;
    for (Side side : {Side::black, Side::white})
        if (board.value().pieces[index(side)] == 0)
            return Error{"rows", std::string(trilogue::title(side)) + " has no piece"};
    const auto ply = ply_of(board.value(), first_side);
    if (!ply) return ply.error();
    Position position;
    position.set_up(board.value(), ply.value(), rules_key<Loa>(rules));
    return position;
}

Result<Loa::Move> Loa::parse_move(const Rules& rules, const Position& position, std::string_view text) {
    Moves legal;
    moves(rules, position, legal);
    if (legal.empty()) return men::refuse(text, "the game is over");
    if (is_pass(text)) {
        if (legal.contains(pass)) return pass;
        return men::refuse(text, std::string(trilogue::title(position.side())) + " has a legal move");
    }
    const auto cells = men::parse_two_cells(grid(rules), text);
    if (!cells) return cells.error();
    const Move move(cells.value().from, cells.value().to);
    if (legal.contains(move)) return move;
    return men::refuse(text, explain(rules, position, cells.value()));
}

std::string Loa::format_move(const Rules& rules, const Position& position, Move move) {
    if (move == pass) return "pass";
    return men::format_two_cells(grid(rules), {move.from(), move.to()}, is_capture(position, move));
}

MoveDetail Loa::detail(const Rules& rules, const Position& position, Move move) {
    MoveDetail detail;
    detail.label = "pass";
    if (move == pass) return detail;
    return men::detail(grid(rules), {move.from(), move.to()}, is_capture(position, move));
}

}  // namespace trilogue
