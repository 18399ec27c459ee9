#include "eval/loa_shape.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "games/loa_tables.hpp"

namespace trilogue::loa {
namespace {

namespace weight {
constexpr double concentration = 450;  // divided by 1 + the average surplus distance
constexpr int centralisation = 1;
constexpr int centre = 22;  // for each step that the centre of mass is nearer to an edge
constexpr int three = 2;
constexpr int four = 3;
constexpr int neighbour = 28;  // for one neighbour more on average
}  // namespace weight

int to_edge(int row, int column, int size) {
    return std::min({row, column, size - 1 - row, size - 1 - column});
}

/// MIA's worth of a man's cell, from the corner to the four cells in the middle, carried over to other sizes.
int worth_of_cell(int row, int column, int size) {
    const int depth = to_edge(row, column, size);
    if (depth == 0) {
        const int along = std::max(std::min(row, size - 1 - row), std::min(column, size - 1 - column));
        return along == 0 ? -80 : along == 1 ? -25 : -20;
    }
    if (depth == (size - 1) / 2) return 50;
    return depth == 1 ? 10 : 25;
}

int kings_steps(unsigned a, unsigned b) {
    return std::max(std::abs(static_cast<int>(a / 8) - static_cast<int>(b / 8)),
                    std::abs(static_cast<int>(a % 8) - static_cast<int>(b % 8)));
}

/// The least sum of distances that so many men can have from a cell: 8 fit at one step, 16 at two.
int least_distances(int men) {
    return std::clamp(men - 1, 0, 8) + 2 * std::clamp(men - 9, 0, 16);
}

/// sum / count to the nearest whole number.
constexpr std::array<unsigned, max_men + 1> reciprocals = [] {
    std::array<unsigned, max_men + 1> table{};
    for (unsigned n = 1; n <= max_men; ++n) table[n] = (1U << 16U) / (2 * n) + 1;
    return table;
}();
constexpr unsigned mean(unsigned sum, unsigned n) {
    return (2 * sum + n) * reciprocals[n] >> 16U;
}

}  // namespace

ShapeTables::ShapeTables(int size) {
    for (unsigned cell = 0; cell < 64; ++cell) {
        const int row = static_cast<int>(cell / 8), column = static_cast<int>(cell % 8);
        for (unsigned other = 0; other < 64; ++other) {
            for (unsigned far = 0; far < 7; ++far)
                if (kings_steps(cell, other) > static_cast<int>(far)) round_[cell].beyond[far] |= bit(other);
            // A block's middle lies half a step up and right of its lowest cell.
            const int up = static_cast<int>(other / 8) - row, right = static_cast<int>(other % 8) - column;
            if (up >= -2 && up <= 1 && right >= -2 && right <= 1) round_[cell].quads |= bit(other);
        }
        if (row >= size || column >= size) continue;
        moments_[cell] = Moments(cell % 8, cell / 8, worth_of_cell(row, column, size));
        const int inwards = std::min(to_edge(row, column, size), 3);
        centre_[cell] = static_cast<std::int16_t>(weight::centre * (3 - inwards));
    }
    for (std::size_t men = 1; men <= max_men; ++men) {
        for (std::size_t sum = 0; sum < max_surplus; ++sum) {
            const int surplus = std::max(static_cast<int>(sum) - least_distances(static_cast<int>(men)), 0);
            const double average = static_cast<double>(surplus) / static_cast<double>(men);
            concentration_[men][sum] =
                static_cast<std::int16_t>(std::lround(weight::concentration / (1 + average)));
        }
    }
}

const ShapeTables& ShapeTables::of(int size) {
    static const std::array<ShapeTables, 4> by_size{ShapeTables(5), ShapeTables(6), ShapeTables(7),
                                                    ShapeTables(8)};
    return by_size[static_cast<std::size_t>(size - 5)];
}

Moments ShapeTables::moments_of(Bits men) const {
    Moments sum;
    each_cell(men, [&](unsigned cell) { sum.add(moments_[cell]); });
    return sum;
}

Shape ShapeTables::shape(Bits men, Moments moments) const {
    const auto n = static_cast<unsigned>(count(men));
    if (n == 0) return {};
    const unsigned cell = mean(moments.rows(), n) * 8 + mean(moments.columns(), n);
    const Surroundings& round = round_[cell];
    unsigned distances = 0;
    for (const Bits beyond : round.beyond) distances += static_cast<unsigned>(count(men & beyond));

    const Euler topology = euler(men);
    const int divisor = static_cast<int>(n);
    Shape shape;
    shape.concentration = concentration_[n][distances];
    shape.centralisation = weight::centralisation * moments.worth(n) / divisor;
    shape.centre = centre_[cell];
    shape.quads = weight::three * count(topology.threes & round.quads) +
                  weight::four * count(topology.fours & round.quads);
    shape.connectedness = 2 * weight::neighbour * topology.neighbours / divisor;
    shape.connected = topology.number <= 1 && connected(men);
    return shape;
}

}  // namespace trilogue::loa
