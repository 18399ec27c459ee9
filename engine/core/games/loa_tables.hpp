// Lines and jumps on an 8-wide square board, for every cell, direction and distance.
#pragma once

#include <array>
#include <cstdint>

#include "base/bits.hpp"

namespace trilogue::loa {

/// A jump of some distance in some direction: where it lands and what it passes over.
struct Jump {
    static constexpr Bits off_board = ~Bits{0};  ///< as `to`, lands on whatever is closed

    Bits to = off_board;
    Bits over = 0;

    /// Whether it passes over none of `opponents` and lands on none of the cells that are `closed`, of
    /// which there must be one. Without a branch: in a count none of them could be foreseen.
    [[nodiscard]] constexpr bool is_legal(Bits opponents, Bits closed) const {
        return ((over & opponents) | (to & closed)) == 0;
    }
};

struct Tables {
    std::array<std::array<Bits, 4>, 64> line{};                 ///< by cell and axis: the whole line
    std::array<std::array<std::array<Jump, 9>, 8>, 64> jump{};  ///< by cell, direction and distance
};

/// Directions 0 to 3 lie on the axes 0 to 3 (up, right, up-right, up-left); 4 to 7 are their opposites.
constexpr Tables make_tables() {
    constexpr std::array<int, 8> up{1, 0, 1, 1, -1, 0, -1, -1}, right{0, 1, 1, -1, 0, -1, -1, 1};
    Tables tables;
    for (int cell = 0; cell < 64; cell++) {
        const auto from = static_cast<unsigned>(cell);
        for (unsigned direction = 0; direction < 8; direction++) {
            Bits passed = 0;
            for (int distance = 1; distance < 9; distance++) {
                const int row = cell / 8 + distance * up[direction],
                          column = cell % 8 + distance * right[direction];
                Jump& jump = tables.jump[from][direction][static_cast<unsigned>(distance)];
                jump.over = passed;
                if (row < 0 || row > 7 || column < 0 || column > 7) continue;
                jump.to = bit(static_cast<unsigned>(row * 8 + column));
                passed |= jump.to;
            }
            tables.line[from][direction % 4] |= passed | bit(from);
        }
    }
    return tables;
}

inline constexpr Tables tables = make_tables();

/// Whether all cells of a set hang together by any of eight neighbours; an empty set does not count.
constexpr bool connected(Bits men) {
    constexpr Bits not_a = 0xfefefefefefefefeU, not_h = 0x7f7f7f7f7f7f7f7fU;
    Bits seen = men & (~men + 1);
    for (;;) {
        const Bits wide = seen | (seen << 1 & not_a) | (seen >> 1 & not_h);
        const Bits next = (wide | wide << 8 | wide >> 8) & men;
        if (next == seen) return seen == men && men != 0;
        seen = next;
    }
}

}  // namespace trilogue::loa
