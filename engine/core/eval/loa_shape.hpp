// How the men of one side stand to each other, in LOA.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/bits.hpp"

namespace trilogue::loa {

constexpr std::size_t max_men = 12;

/// Sums over the men of a side, kept move by move, in one word: columns, rows, and the worth of their cells.
class Moments {
  public:
    constexpr Moments() = default;
    constexpr Moments(unsigned column, unsigned row, int worth)
        : sums_(column | static_cast<std::uint64_t>(row) << 16U |
                static_cast<std::uint64_t>(worth + bias) << 32U) {}
    constexpr void add(Moments cell) { sums_ += cell.sums_; }
    constexpr void subtract(Moments cell) { sums_ -= cell.sums_; }
    [[nodiscard]] constexpr unsigned columns() const { return static_cast<unsigned>(sums_ & 0xffffU); }
    [[nodiscard]] constexpr unsigned rows() const { return static_cast<unsigned>(sums_ >> 16U & 0xffffU); }
    [[nodiscard]] constexpr int worth(unsigned men) const {
        return static_cast<int>(sums_ >> 32U) - bias * static_cast<int>(men);
    }

  private:
    static constexpr int bias = 128;  // keeps the parts from borrowing of each other
    std::uint64_t sums_ = 0;
};

/// The worth of a side's own shape, by feature. The features are those of M. Winands, "Informed Search in
/// Complex Games" (PhD thesis, Maastricht 2004); its weights were not published, ours were set by playing.
struct Shape {
    int concentration = 0;   ///< how near the men are to their centre of mass, on average
    int centralisation = 0;  ///< how near to the middle of the board, on average
    int centre = 0;          ///< where the centre of mass lies: near an edge it is harder to get at
    int quads = 0;           ///< solid 2x2 blocks (three or four men) near the centre of mass
    int connectedness = 0;   ///< neighbours that a man has, on average
    bool connected = false;

    [[nodiscard]] int sum() const { return concentration + centralisation + centre + quads + connectedness; }
};

/// What a shape is computed with, for one board size.
class ShapeTables {
  public:
    explicit ShapeTables(int size);
    static const ShapeTables& of(int size);  ///< 5 to 8; built at first use

    [[nodiscard]] Moments moments(unsigned cell) const { return moments_[cell]; }
    [[nodiscard]] Moments moments_of(Bits men) const;
    /// Of 1 to 12 men with these moments.
    [[nodiscard]] Shape shape(Bits men, Moments moments) const;

  private:
    static constexpr std::size_t max_surplus = 96;

    std::array<Moments, 64> moments_{};
    struct alignas(64) Surroundings {
        std::array<Bits, 7> beyond{};  ///< the cells farther away than 0, 1, … 6 king's steps
        Bits quads = 0;                ///< the 2x2 blocks near it, by their lowest cell
    };
    std::array<Surroundings, 64> round_{};
    std::array<std::int16_t, 64> centre_{};  ///< by cell: worth of the centre of mass there
    std::array<std::array<std::int16_t, max_surplus>, max_men + 1> concentration_{};
};

/// Components minus holes, for 8-neighbours (S. Gray, "Local properties of binary images in two dimensions",
/// IEEE Transactions on Computers, 1971), here as vertices minus edges plus triangles minus tetrahedra of
/// the complex that neighbouring men form. More than 1 proves that a side is not connected.
struct Euler {
    int number;
    int neighbours;  ///< adjacent pairs
    Bits threes;     ///< 2x2 blocks with exactly three men, by their lowest cell
    Bits fours;      ///< and with four
};

constexpr Euler euler(Bits men) {
    constexpr Bits not_h = 0x7f7f7f7f7f7f7f7fU;
    const Bits right = men >> 1U & not_h, up = men >> 8U, across = men >> 9U & not_h;
    const Bits low = men & right, high = up & across;
    Euler result{};
    result.neighbours = count(low) + count(men & up) + count(men & across) + count(right & up);
    result.fours = low & high;
    result.threes = (low & (up ^ across)) | (high & (men ^ right));
    result.number = count(men) - result.neighbours + count(result.threes) + 3 * count(result.fours);
    return result;
}

}  // namespace trilogue::loa
