// LOT's position strings and moves as text.
#include "games/lot.hpp"
#include "games/men.hpp"

namespace trilogue {
namespace {

constexpr std::string_view letters = "bwBW";

std::string lower(std::string_view text) {
    std::string lower;
    for (char c : text) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    return lower;
}

std::string format_line(const Grid& grid, LotMove move) {
    return grid.name(move.line_cell(0)) + '-' + grid.name(move.line_cell(2)) + '^' +
           grid.name(move.kept_cell());
}

/// A reduction as canonical text, whichever end of the line was written first, or "" when it is none.
std::string canonical(const std::string& text, std::string_view formatted) {
    // d4:b2-d4^c3
    if (text.size() != 11 || text[2] != ':' || text[5] != '-' || text[8] != '^') return "";
    const std::string turned =
        text.substr(0, 3) + text.substr(6, 2) + '-' + text.substr(3, 2) + text.substr(8);
    return turned == formatted ? turned : text;
}

std::string explain_swap(const Lot::Rules& rules, const Lot::Position& position) {
    if (rules.pie != 0) return "the pie rule is off";
    return "only the second player may swap, and only at ply 1; this is ply " +
           std::to_string(position.ply());
}

/// Why a placement, perhaps with a reduction, is not legal; `example` is a legal move from that cell.
std::string explain(const Grid& grid, const Lot::Position& position, const std::string& text,
                    const std::string& example) {
    const std::string cell_text = text.substr(0, 2);
    const bool whole = text.size() == 2 || (text.size() == 11 && !canonical(text, "").empty());
    const bool is_cell =
        text.size() >= 2 && text[0] >= 'a' && text[0] <= 'z' && text[1] >= '0' && text[1] <= '9';
    if (!whole || !is_cell) return "not a move: write a cell, as d4, or with a reduction, as d4:b2-d4^c3";
    const int cell = grid.parse(cell_text);
    if (cell < 0) return "no such cell";
    if (has(position.occupied(), static_cast<unsigned>(cell))) return cell_text + " is not empty";
    if (text.size() == 2) return cell_text + " completes a line: say how to reduce it, as " + example;
    if (example.size() == 2) return cell_text + " completes no line that could be reduced";
    return "no line of three singles with " + cell_text + " is so reduced; legal is " + example;
}

std::optional<Error> check_lines(const BoardText& board) {
    if (!lot::any_line(board.pieces[2]) || !lot::any_line(board.pieces[3])) return std::nullopt;
    return Error{"rows", "both colours have a line of stacks"};
}

/// The ply of a position, given or not, and whether it tells that `swap` was played.
Result<std::uint32_t> ply_of(const Lot::Rules& rules, const BoardText& board, std::uint32_t placed) {
    const std::string pieces = std::to_string(placed) + " placed";
    if ((placed % 2 == 0) != (board.side == Side::black))
        return Error{"side",
                     std::string(title(other(board.side))) + " is to move: the board shows " + pieces};
    const std::uint32_t ply = board.ply.value_or(placed);
    if (ply == placed) return ply;
    const std::string expected = "ply " + std::to_string(ply) + ": the board shows " + pieces;
    if (ply != placed + 1) return Error{"ply", expected + ", so the ply is that or, after a swap, one more"};
    if (rules.pie != 0) return Error{"ply", expected + ", and the pie rule is off"};
    if (placed == 0) return Error{"ply", expected + ", and a swap needs one"};
    return ply;
}

}  // namespace

char Lot::piece_at(const Position& position, unsigned cell) {
    for (std::size_t kind = 0; kind < letters.size(); kind++)
        if (has(position.pieces()[kind], cell)) return letters[kind];
    return 0;
}

Result<Lot::Position> Lot::parse_position(const Rules& rules, std::string_view text) {
    const auto board = parse_board(grid(rules), letters, text);
    if (!board) return board.error();
    if (auto fault = check_lines(board.value())) return *fault;
    Position position;
    position.set_up(board.value(), 0, false, 0);
    const auto ply = ply_of(rules, board.value(), position.placed());
    if (!ply) return ply.error();
    position.set_up(board.value(), ply.value(), rules.pie == 0 && ply.value() == 1, rules_key<Lot>(rules));
    return position;
}

std::string Lot::format_position(const Rules& rules, const Position& position) {
    return format_board(grid(rules), letters, {position.pieces(), position.side(), position.ply()});
}

Result<Lot::Move> Lot::parse_move(const Rules& rules, const Position& position, std::string_view text) {
    const std::string written = lower(text.substr(0, 16));
    Moves legal;
    moves(rules, position, legal);
    if (legal.empty()) return men::refuse(text, "the game is over");
    std::string example = written.substr(0, 2);
    for (const Move move : legal) {
        const std::string formatted = format_move(rules, position, move);
        if (formatted == written || formatted == canonical(written, formatted)) return move;
        if (example.size() == 2 && formatted.substr(0, 2) == example) example = formatted;
    }
    if (written == "swap") return men::refuse(text, explain_swap(rules, position));
    return men::refuse(text, explain(grid(rules), position, written, example));
}

std::string Lot::format_move(const Rules& rules, const Position&, Move move) {
    if (move == swap) return "swap";
    const std::string cell = grid(rules).name(move.cell());
    return move.reduces() ? cell + ':' + format_line(grid(rules), move) : cell;
}

MoveDetail Lot::detail(const Rules& rules, const Position&, Move move) {
    MoveDetail detail;
    if (move == swap) {
        detail.label = "swap";
        return detail;
    }
    const Grid& board = grid(rules);
    const std::string placed = board.name(move.cell());
    detail.placed = detail.clicks = {placed};
    if (!move.reduces()) return detail;
    // The cell placed on, the cell kept, then what else the line has: all reductions of one placement
    // differ in the kept cell or in the set of the others, and none has fewer clicks than its like.
    const std::string kept = board.name(move.kept_cell());
    detail.clicks.push_back(kept);
    detail.stacked = {kept};
    for (unsigned number = 0; number < 3; number++) {
        if (number == move.kept()) continue;
        const std::string cell = board.name(move.line_cell(number));
        detail.removed.push_back(cell);
        if (cell != placed) detail.clicks.push_back(cell);
    }
    return detail;
}

}  // namespace trilogue
