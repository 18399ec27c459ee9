#include "games/lot.hpp"

namespace trilogue {
namespace {

/// Calls `place(cell)` for each placement without reduction and `reduce(cell, axis, part)` for each line
/// of three that a placement completes.
template <class Place, class Reduce>
void each_placement(const Lot::Rules& rules, const Lot::Position& position, Place place, Reduce reduce) {
    const Bits empty = Lot::grid(rules).cells & ~position.occupied(), own = position.singles(position.side());
    std::array<std::array<Bits, 3>, 4> completing{};
    Bits lines = 0;
    for (unsigned axis = 0; axis < 4; axis++) {
        completing[axis] = lot::completing(own, axis);
        for (Bits& cells : completing[axis]) lines |= cells &= empty;
    }
    each_cell(empty & ~lines, place);
    each_cell(lines, [&](unsigned cell) {
        for (unsigned axis = 0; axis < 4; axis++)
            for (unsigned part = 0; part < 3; part++)
                if (has(completing[axis][part], cell)) reduce(cell, axis, part);
    });
}

}  // namespace

const Grid& Lot::grid(const Rules& rules) {
    static constexpr std::array<Grid, 4> grids{Grid::square(5), Grid::square(6), Grid::square(7),
                                               Grid::square(8)};
    return grids[rules.size - 5U];
}

Lot::Position Lot::start(const Rules& rules) {
    Position position;
    position.set_up({}, 0, false, rules_key<Lot>(rules));
    return position;
}

void Lot::moves(const Rules& rules, const Position& position, Moves& moves) {
    if (outcome(rules, position).over()) return;
    each_placement(
        rules, position, [&](unsigned cell) { moves.push(Move::place(cell)); },
        [&](unsigned cell, unsigned axis, unsigned part) {
            for (unsigned kept = 0; kept < 3; kept++) moves.push(Move::reduce(cell, axis, part, kept));
        });
    if (position.may_swap()) moves.push(swap);
}

int Lot::count_moves(const Rules& rules, const Position& position) {
    if (outcome(rules, position).over()) return 0;
    int moves = position.may_swap() ? 1 : 0;
    each_placement(
        rules, position, [&](unsigned) { moves++; }, [&](unsigned, unsigned, unsigned) { moves += 3; });
    return moves;
}

Lot::Position Lot::after(const Rules& rules, const Position& position, Move move) {
    Position next = position;
    if (move == swap) {
        next.count_ply(false);
        return next;
    }
    const unsigned own = index(position.side());
    if (move.reduces()) {
        for (unsigned number = 0; number < 3; number++)
            if (move.line_cell(number) != move.cell()) next.toggle(own, move.line_cell(number));
        next.toggle(2 + own, move.kept_cell());
    } else {
        next.toggle(own, move.cell());
    }
    next.end_turn(rules.pie == 0 && position.ply() == 0);
    return next;
}

Outcome Lot::outcome(const Rules& rules, const Position& position) {
    for (Side side : {Side::black, Side::white})
        if (lot::any_line(position.stacks(side))) return {winner(side), "line"};
    if (position.occupied() == grid(rules).cells) return {Winner::draw, "board-full"};
    return {};
}

}  // namespace trilogue
