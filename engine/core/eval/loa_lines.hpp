// Mobility in LOA by whole lines: what both colours' moves along a line are worth follows from the pattern
// on the line alone, and a move changes eight lines at most.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/bits.hpp"
#include "base/side.hpp"

namespace trilogue::loa {

constexpr unsigned lines_on_board = 46;  ///< 8 rows, 8 columns, 15 diagonals of either direction

/// A line's pattern as an index into `LineTables::worth`: base 3 (0 empty, 1 black, 2 white), plus where
/// the patterns of such lines begin.
using PatternIndex = std::uint16_t;

/// The worth of moves along a line, for both colours: Black's in the low half, White's in the high one.
struct LineWorth {
    std::uint32_t both = 0;

    [[nodiscard]] int of(Side side) const {
        return static_cast<int>(side == Side::black ? both & 0xffffU : both >> 16U);
    }
};

/// For one board size. A move is worth 2, a capture 4, half of that along an edge or to an edge; so M.
/// Winands, "Informed Search in Complex Games" (PhD thesis, Maastricht 2004), chapter on the evaluation of
/// MIA.
class LineTables {
  public:
    explicit LineTables(int size);
    static const LineTables& of(int size);  ///< 5 to 8; built at first use

    /// The line through a cell, by axis: row, column, and the two diagonals.
    [[nodiscard]] unsigned line(unsigned cell, unsigned axis) const { return line_[cell][axis]; }
    /// What a black man on the cell adds to the pattern of that line; a white one adds twice as much.
    [[nodiscard]] PatternIndex weight(unsigned cell, unsigned axis) const { return weight_[cell][axis]; }
    /// The index of an empty line's pattern.
    [[nodiscard]] PatternIndex empty(unsigned line) const { return empty_[line]; }
    [[nodiscard]] std::uint32_t worth(PatternIndex pattern) const { return worth_[pattern]; }

  private:
    void number_lines(int size);
    void add_patterns(int length, bool edge);

    std::array<std::array<std::uint8_t, 4>, 64> line_{};
    std::array<std::array<PatternIndex, 4>, 64> weight_{};
    std::array<PatternIndex, lines_on_board> empty_{};
    std::vector<std::uint32_t> worth_;
};

/// The patterns of all lines of a board, and the sum of their worth; kept move by move.
class Mobility {
  public:
    Mobility() = default;
    Mobility(const LineTables& lines, Bits black, Bits white);

    void put(const LineTables& lines, Side side, unsigned cell) { change<1>(lines, side, cell); }
    void take(const LineTables& lines, Side side, unsigned cell) { change<-1>(lines, side, cell); }
    /// The worth of all moves of `side`; 0 exactly when it has none.
    [[nodiscard]] int of(Side side) const { return LineWorth{sum_}.of(side); }

  private:
    template <int sign>
    void change(const LineTables& lines, Side side, unsigned cell) {
        for (unsigned axis = 0; axis < 4; ++axis) {
            PatternIndex& pattern = patterns_[lines.line(cell, axis)];
            const int weight = lines.weight(cell, axis) << index(side);
            const auto now = static_cast<PatternIndex>(pattern + sign * weight);
            sum_ += lines.worth(now) - lines.worth(pattern);  // modulo 2^32: both halves come out right
            pattern = now;
        }
    }

    std::array<PatternIndex, lines_on_board> patterns_{};
    std::uint32_t sum_ = 0;
};

}  // namespace trilogue::loa
