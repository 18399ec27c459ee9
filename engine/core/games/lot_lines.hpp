// Lines of three on an 8-wide square board.
#pragma once

#include <array>

#include "base/bits.hpp"

namespace trilogue::lot {

/// The step from a line's cell to the next, by axis: right, up, up-right, down-right. The first cell of
/// a line is thus the one with the lower column, then the lower row.
constexpr std::array<int, 4> axes{1, 8, 9, -7};

constexpr Bits first_column = 0x0101010101010101U, last_column = first_column << 7U;

/// The cells whose next cell along the axis is in the set.
constexpr Bits before(Bits cells, unsigned axis) {
    if (axis != 1) cells &= ~first_column;
    return axes[axis] > 0 ? cells >> axes[axis] : cells << -axes[axis];
}

/// The cells whose previous cell along the axis is in the set.
constexpr Bits behind(Bits cells, unsigned axis) {
    if (axis != 1) cells &= ~last_column;
    return axes[axis] > 0 ? cells << axes[axis] : cells >> -axes[axis];
}

/// Whether three cells of the set are adjacent in a line.
constexpr bool any_line(Bits cells) {
    if (count(cells) < 3) return false;
    Bits lines = 0;
    for (unsigned axis = 0; axis < 4; axis++) lines |= before(cells, axis) & cells & behind(cells, axis);
    return lines != 0;
}

/// The cells that would complete a line of three with two of the set, by the part of the line they would
/// be: its first, middle or last cell.
constexpr std::array<Bits, 3> completing(Bits cells, unsigned axis) {
    const Bits next = before(cells, axis), previous = behind(cells, axis);
    return {next & before(next, axis), previous & next, previous & behind(previous, axis)};
}

}  // namespace trilogue::lot
