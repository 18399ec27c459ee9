#include "eval/loa_shape.hpp"

#include <algorithm>
#include <cstdlib>

namespace trilogue::loa {
namespace {

namespace weight {
constexpr double concentration = 900;  // divided by 1 + the average surplus distance
constexpr int centralisation = 1;
constexpr int quad = 18;
constexpr int neighbour = 40;  // for one neighbour more on average
}  // namespace weight

constexpr int at_edge(int row, int column, int size) {
    return std::min({row, column, size - 1 - row, size - 1 - column});
}

int chebyshev(unsigned a, unsigned b) {
    const int rows = std::abs(static_cast<int>(a / 8) - static_cast<int>(b / 8));
    const int columns = std::abs(static_cast<int>(a % 8) - static_cast<int>(b % 8));
    return std::max(rows, columns);
}

/// The least sum of distances that so many men can have from a cell: 8 fit at distance 1, 16 at 2.
int least_distances(int men) {
    return std::clamp(men - 1, 0, 8) + 2 * std::clamp(men - 9, 0, 16);
}

}  // namespace

ShapeTables::ShapeTables(int size) {
    // Corner, beside a corner, edge, then the rings inwards; the innermost of every size is the best.
    constexpr std::array<int, 3> edge_worth{-80, -25, -20};
    constexpr std::array<int, 3> inner_worth{10, 25, 50};
    const int last = size - 1, innermost = (size - 1) / 2;
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            const auto cell = static_cast<unsigned>(row * 8 + column);
            for (unsigned other = 0; other < 64; ++other) {
                const int distance = chebyshev(cell, other);
                for (int far = 0; far < 7; ++far)
                    if (distance > far) beyond_[cell][static_cast<std::size_t>(far)] |= bit(other);
                // A block's lowest cell is its lower left one, so it lies half a cell down and left.
                const int up = static_cast<int>(other / 8) - row, right = static_cast<int>(other % 8) - column;
                if (up >= -2 && up <= 1 && right >= -2 && right <= 1) near_quads_[cell] |= bit(other);
            }
            const int depth = at_edge(row, column, size);
            const bool at_side = row == 0 || row == last;
            const int along = at_side ? std::min(column, last - column) : std::min(row, last - row);
            const std::size_t ring = depth > 0              ? (depth == innermost ? 4U : 2U + static_cast<unsigned>(depth))
                                     : along > 1            ? 2U
                                                            : static_cast<std::size_t>(along);
            rings_[std::min<std::size_t>(ring, 4)] |= bit(cell);
            centre_[cell] = static_cast<std::int16_t>(depth <= 2 ? 6 * (2 - depth) : 0);
        }
    }
    ring_worth_ = {edge_worth[0], edge_worth[1], edge_worth[2], inner_worth[0], inner_worth[2]};
}

}  // namespace trilogue::loa
