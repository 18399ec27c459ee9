#include "games/lag.hpp"

namespace trilogue {
namespace {

Lag::Position set_up(const Lag::Rules& rules, const BoardText& board, std::uint32_t ply) {
    Lag::Position position;
    position.MenPosition::set_up(board, ply, rules_key<Lag>(rules));
    for (Side side : {Side::black, Side::white})
        position.set_groups(side, lag::groups_of_men(Lag::tables(rules), position.pieces(side)));
    return position;
}

bool can_move(const Lag::Rules& rules, const Lag::Position& position) {
    bool found = false;
    Lag::each_move(rules, position, position.side(), [&](unsigned, unsigned) {
        found = true;
        return false;
    });
    return found;
}

/// Why a man cannot go from one cell to another.
std::string explain(const Lag::Rules& rules, const Lag::Position& position, men::TwoCells cells) {
    const lag::Tables& tables = Lag::tables(rules);
    const Side side = position.side();
    const std::string own = title(side);
    if (!has(position.pieces(side), cells.from))
        return own + " has no piece on " + tables.grid.name(cells.from);
    if (has(position.pieces(side), cells.to))
        return own + "'s own piece stands on " + tables.grid.name(cells.to);
    const int objects = position.objects(side);
    for (unsigned direction = 0; direction < lag::directions; direction++) {
        for (unsigned n = 1; n <= lag::max_men; n++) {
            if (tables.target[cells.from][direction][n] != cells.to) continue;
            const bool sideways = direction == lag::left || direction == lag::right;
            const bool up = direction == lag::up_left || direction == lag::up_right;
            if (!sideways && up != (side == Side::white)) return "no piece moves backward";
            if (static_cast<int>(n) != objects)
                return own + " has " + std::to_string(objects) + (objects == 1 ? " object" : " objects") +
                       ": a piece moves just as many cells";
            return "a sideways move must leave fewer objects";
        }
    }
    return "not along a straight line";
}

}  // namespace

Lag::Position Lag::start(const Rules& rules) {
    BoardText board;
    board.side = first_side;
    const Grid& board_grid = grid(rules);
    for (int row : {0, 1}) {
        for (int place = 0; place < board_grid.width_of(row); place++) {
            board.pieces[1] |= bit(static_cast<unsigned>(board_grid.cell(row, place)));
            board.pieces[0] |= bit(static_cast<unsigned>(board_grid.cell(board_grid.rows - 1 - row, place)));
        }
    }
    return set_up(rules, board, 0);
}

void Lag::moves(const Rules& rules, const Position& position, Moves& moves) {
    each_move(rules, position, position.side(), [&](unsigned from, unsigned to) {
        moves.push(Move(from, to));
        return true;
    });
}

int Lag::count_moves(const Rules& rules, const Position& position) {
    int moves = 0;
    each_move(rules, position, position.side(), [&](unsigned, unsigned) { return ++moves != 0; });
    return moves;
}

Lag::Position Lag::after(const Rules& rules, const Position& position, Move move) {
    const Side own = position.side(), opponent = other(own);
    const lag::Tables& board = tables(rules);
    const Bits own_men = position.pieces(own), opponents = position.pieces(opponent);
    Position next = position;
    next.move(move.from(), move.to());
    next.end_turn();
    next.set_groups(own, lag::moved(board, own_men, move.from(), move.to(), position.groups(own)));
    if (has(opponents, move.to()))
        next.set_groups(opponent,
                        lag::without(board, next.pieces(opponent), move.to(), position.groups(opponent)));
    return next;
}

Outcome Lag::outcome(const Rules& rules, const Position& position) {
    if (can_move(rules, position)) return {};
    const Side stuck = position.side();
    const int own = position.objects(stuck), opponents = position.objects(other(stuck));
    if (own == opponents) return {winner(stuck), "equal-objects"};
    return {winner(own < opponents ? stuck : other(stuck)), "fewer-objects"};
}

Result<Lag::Position> Lag::parse_position(const Rules& rules, std::string_view text) {
    const auto board = parse_board(grid(rules), men::letters, text);
    if (!board) return board.error();
    if (auto fault = too_many_men(board.value(), 2 * rules.size + 1)) return *fault;
    const auto ply = ply_of(board.value(), first_side);
    if (!ply) return ply.error();
    return set_up(rules, board.value(), ply.value());
}

Result<Lag::Move> Lag::parse_move(const Rules& rules, const Position& position, std::string_view text) {
    const auto cells = men::parse_two_cells(grid(rules), text);
    if (!cells) return cells.error();
    const Move move(cells.value().from, cells.value().to);
    Moves legal;
    moves(rules, position, legal);
    if (legal.contains(move)) return move;
    if (legal.empty()) return men::refuse(text, "the game is over");
    return men::refuse(text, explain(rules, position, cells.value()));
}

}  // namespace trilogue
