// Sets of cells as 64-bit words.
#pragma once

#include <bit>
#include <cstdint>

namespace trilogue {

using Bits = std::uint64_t;
using Cell = std::uint8_t;

constexpr Bits bit(unsigned cell) {
    return Bits{1} << cell;
}
constexpr int count(Bits bits) {
    return std::popcount(bits);
}
constexpr bool has(Bits bits, unsigned cell) {
    return (bits >> cell & 1U) != 0;
}
/// The lowest cell of a set that is not empty.
constexpr unsigned lowest(Bits bits) {
    return static_cast<unsigned>(std::countr_zero(bits));
}
constexpr Bits without_lowest(Bits bits) {
    return bits & (bits - 1);
}

/// Calls `visit(cell)` for each cell of the set, from the lowest up.
template <class Visit>
constexpr void each_cell(Bits bits, Visit visit) {
    for (; bits != 0; bits = without_lowest(bits)) visit(lowest(bits));
}

}  // namespace trilogue
