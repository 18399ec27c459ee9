// Threats in LOT: which cells win, and who can win at once.
#pragma once

#include <array>

#include "games/lot.hpp"

namespace trilogue::lot {

/// The cells where a further stack of `side` would complete a line of three stacks, and where one can still
/// come to stand: those that are empty or hold a single of the side.
inline Bits winning_cells(const LotPosition& position, Side side, Bits board) {
    const Bits stacks = position.stacks(side);
    if (count(stacks) < 2) return 0;
    Bits cells = 0;
    for (unsigned axis = 0; axis < 4; ++axis)
        for (const Bits part : completing(stacks, axis)) cells |= part;
    const Bits closed = position.occupied() & ~position.singles(side);
    return cells & board & ~closed;
}

/// The empty cells where a single of `side` would complete a line of three in which one of `kept` lies.
inline Bits completing_with(const LotPosition& position, Side side, Bits board, Bits kept) {
    const Bits empty = board & ~position.occupied();
    Bits cells = 0;
    for (unsigned axis = 0; axis < 4; ++axis) {
        const std::array<Bits, 3> parts = completing(position.singles(side), axis);
        const Bits next = before(kept, axis), previous = behind(kept, axis);
        cells |= parts[0] & (kept | next | before(next, axis));
        cells |= parts[1] & (previous | kept | next);
        cells |= parts[2] & (behind(previous, axis) | previous | kept);
    }
    return cells & empty;
}

/// Whether `side` wins by its next placement, if it is to move or were.
inline bool wins_at_once(const LotPosition& position, Side side, Bits board) {
    const Bits winning = winning_cells(position, side, board);
    return winning != 0 && completing_with(position, side, board, winning) != 0;
}

}  // namespace trilogue::lot
