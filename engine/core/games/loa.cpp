#include "games/loa.hpp"

namespace trilogue {
namespace {

BoardText standard_setup(int size) {
    BoardText board;
    const Grid grid = Grid::square(size);
    for (int i = 1; i < size - 1; i++) {
        for (int edge : {0, size - 1}) {
            board.pieces[0] |= bit(static_cast<unsigned>(grid.cell(edge, i)));
            board.pieces[1] |= bit(static_cast<unsigned>(grid.cell(i, edge)));
        }
    }
    return board;
}

/// The colours alternate round the edge, clockwise from White on a2; the corners stay empty.
BoardText scrambled_setup(int size) {
    BoardText board;
    const Grid grid = Grid::square(size);
    unsigned colour = index(Side::white);
    const auto put = [&](int row, int column) {
        board.pieces[colour] |= bit(static_cast<unsigned>(grid.cell(row, column)));
        colour ^= 1U;
    };
    const int last = size - 1;
    for (int i = 1; i < last; i++) put(i, 0);
    for (int i = 1; i < last; i++) put(last, i);
    for (int i = 1; i < last; i++) put(last - i, last);
    for (int i = 1; i < last; i++) put(0, last - i);
    return board;
}

bool can_jump(const Loa::Rules& rules, const Loa::Position& position, Side side) {
    return Loa::count_jumps(rules, position, side) != 0;
}

bool decided(const Loa::Position& position) {
    return Loa::connected(position, Side::black) || Loa::connected(position, Side::white);
}

Outcome judge_connections(const Loa::Rules& rules, const Loa::Position& position) {
    const Side mover = other(position.side());
    const bool own = Loa::connected(position, mover), opponents = Loa::connected(position, position.side());
    if (own && opponents) return {rules.simultaneous == 0 ? Winner::draw : winner(mover), "both-connected"};
    if (own) return {winner(mover), "connected"};
    if (opponents) return {winner(position.side()), "connected"};
    return {};
}

}  // namespace

const Grid& Loa::grid(const Rules& rules) {
    static constexpr std::array<Grid, 4> grids{Grid::square(5), Grid::square(6), Grid::square(7),
                                               Grid::square(8)};
    return grids[rules.size - 5U];
}

Loa::Position Loa::start(const Rules& rules) {
    Position position;
    position.set_up(rules.setup == 0 ? standard_setup(rules.size) : scrambled_setup(rules.size), 0,
                    rules_key<Loa>(rules));
    return position;
}

int Loa::count_jumps(const Rules& rules, const Position& position, Side side) {
    const Bits own = position.pieces(side), opponent = position.pieces(other(side)),
               occupied = own | opponent;
    const Bits closed = ~grid(rules).cells | own;
    int jumps = 0;
    each_cell(own, [&](unsigned from) {
        for (unsigned axis = 0; axis < 4; axis++) {
            const auto distance = static_cast<unsigned>(count(occupied & loa::tables.line[from][axis]));
            jumps += loa::tables.jump[from][axis][distance].is_legal(opponent, closed) ? 1 : 0;
            jumps += loa::tables.jump[from][axis + 4][distance].is_legal(opponent, closed) ? 1 : 0;
        }
    });
    return jumps;
}

void Loa::moves(const Rules& rules, const Position& position, Moves& moves) {
    if (decided(position)) return;
    each_jump(rules, position, position.side(),
              [&](unsigned from, Bits to) { moves.push(Move(from, lowest(to))); });
    if (moves.empty() && rules.nomove == 0 && can_jump(rules, position, other(position.side())))
        moves.push(pass);
}

int Loa::count_moves(const Rules& rules, const Position& position) {
    if (decided(position)) return 0;
    const int jumps = count_jumps(rules, position, position.side());
    if (jumps != 0 || rules.nomove != 0) return jumps;
    return can_jump(rules, position, other(position.side())) ? 1 : 0;
}

Outcome Loa::outcome(const Rules& rules, const Position& position) {
    const Outcome connection = judge_connections(rules, position);
    if (connection.over() || can_jump(rules, position, position.side())) return connection;
    if (!can_jump(rules, position, other(position.side()))) return {Winner::draw, "stuck"};
    if (rules.nomove == 0) return {};
    return {winner(other(position.side())), "no-move"};
}

}  // namespace trilogue
