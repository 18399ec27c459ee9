// Keys for 64-bit Zobrist hashing (Zobrist 1970): one for each kind of piece on each cell.
#pragma once

#include <array>
#include <cstdint>

#include "base/bits.hpp"

namespace trilogue::zobrist {

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection that mixes all bits.
constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

constexpr unsigned kinds = 4;

namespace detail {
constexpr auto piece_keys() {
    std::array<std::array<std::uint64_t, 64>, kinds> keys{};
    std::uint64_t n = 1;
    for (auto& kind : keys)
        for (auto& key : kind) key = mix(mix(n++));
    return keys;
}
}  // namespace detail

/// By kind (0 black man or single, 1 white, 2 black stack, 3 white stack), then by cell.
inline constexpr auto piece = detail::piece_keys();
inline constexpr std::uint64_t white_to_move = mix(0x5349444500000001U);
inline constexpr std::uint64_t may_swap = mix(0x5357415000000001U);

/// The keys of all cells of a set, together.
constexpr std::uint64_t all(unsigned kind, Bits cells) {
    std::uint64_t hash = 0;
    each_cell(cells, [&](unsigned cell) { hash ^= piece[kind][cell]; });
    return hash;
}

}  // namespace trilogue::zobrist
