// How the men of one side stand to each other, in LOA.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/bits.hpp"
#include "games/loa_tables.hpp"

namespace trilogue::loa {

/// The worth of a side's own shape, by feature. All but the group count follow Winands, "Informed Search in
/// Complex Games" (2004); its weights were not published, ours were set by playing.
struct Shape {
    int concentration = 0;   ///< how near the men are to their centre of mass, on average
    int centralisation = 0;  ///< how near to the middle of the board, on average
    int centre = 0;          ///< where the centre of mass lies
    int quads = 0;           ///< solid 2x2 blocks (three or four men) near the centre of mass
    int connectedness = 0;   ///< neighbours a man has, on average
    bool connected = false;

    [[nodiscard]] int sum() const { return concentration + centralisation + centre + quads + connectedness; }
};

/// What a shape is computed with, for one board size.
class ShapeTables {
  public:
    explicit ShapeTables(int size);
    static const ShapeTables& of(int size);  ///< 5 to 8; built at first use

    [[nodiscard]] Shape shape(Bits men) const;

  private:
    static constexpr std::size_t max_men = 12;
    static constexpr std::size_t max_surplus = 96;

    [[nodiscard]] unsigned centre_of_mass(Bits men, unsigned count) const;

    std::array<std::array<Bits, 7>, 64> beyond_{};  ///< by cell: the cells farther away than 0, 1, … 6
    std::array<Bits, 64> near_quads_{};             ///< by cell: the 2x2 blocks near it, by their lowest cell
    std::array<std::int16_t, 64> centre_{};         ///< by cell: worth of the centre of mass there
    std::array<std::array<std::int16_t, max_surplus>, max_men + 1> concentration_{};
    std::array<Bits, 5> rings_{};  ///< classes of cells for centralisation, and what they are worth
    std::array<int, 5> ring_worth_{};
};

/// Components minus holes, for 8-neighbours (S. Gray, "Local properties of binary images in two dimensions",
/// IEEE Trans. Computers 1971): vertices minus edges plus triangles minus tetrahedra of the neighbourhood
/// complex. More than 1 proves that a side is not connected.
struct Euler {
    int number;
    int neighbours;  ///< adjacent pairs
    Bits threes;     ///< 2x2 blocks with exactly three men, by their lowest cell
    Bits fours;
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
