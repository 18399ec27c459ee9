// Steps and neighbours on LAG's hexagonal boards.
#pragma once

#include <array>
#include <cstdint>

#include "base/bits.hpp"
#include "games/grid.hpp"

namespace trilogue::lag {

/// Up is away from White. `left` and `right` run along a row.
enum Direction : unsigned { left, right, up_left, up_right, down_left, down_right };
constexpr unsigned directions = 6;
constexpr unsigned max_cells = 61;
constexpr unsigned max_men = 11;  ///< so a side has at most that many objects, and no piece moves farther
constexpr std::uint8_t off_board = 63;

struct RowPlace {
    int row;
    int place;
};

/// One step. Below the middle row, places are counted from a left edge that moves out as one goes up;
/// from the middle on, from one that moves in: this is the only place that knows it.
constexpr RowPlace step(RowPlace at, Direction direction, int middle) {
    const int drift_up = at.row < middle ? 0 : -1, drift_down = at.row > middle ? 0 : -1;
    switch (direction) {
        case left:
            return {at.row, at.place - 1};
        case right:
            return {at.row, at.place + 1};
        case up_left:
            return {at.row + 1, at.place + drift_up};
        case up_right:
            return {at.row + 1, at.place + drift_up + 1};
        case down_left:
            return {at.row - 1, at.place + drift_down};
        case down_right:
            return {at.row - 1, at.place + drift_down + 1};
    }
    return at;
}

/// Where to find a cell's neighbours in a word: those above, those below and those beside it.
struct Ring {
    Bits above = 0, below = 0, beside = 0;
    std::uint8_t above_shift = 0, below_shift = 0;  ///< the left one of the two, plus 1
};

struct Tables {
    Grid grid;
    /// By cell, direction and distance: where a man lands.
    std::array<std::array<std::array<std::uint8_t, max_men + 1>, directions>, max_cells> target{};
    std::array<Bits, max_cells> neighbours{};
    std::array<Ring, max_cells> ring{};
};

constexpr Ring make_ring(const Grid& grid, RowPlace at, int middle) {
    Ring ring;
    const auto add = [&](Direction direction, Bits& cells) {
        const RowPlace to = step(at, direction, middle);
        const int cell = grid.cell(to.row, to.place);
        if (cell >= 0) cells |= bit(static_cast<unsigned>(cell));
    };
    add(up_left, ring.above);
    add(up_right, ring.above);
    add(down_left, ring.below);
    add(down_right, ring.below);
    add(left, ring.beside);
    add(right, ring.beside);
    const auto first = [&](Direction direction) {
        const RowPlace to = step(at, direction, middle);
        const bool on_board = to.row >= 0 && to.row < grid.rows;
        return static_cast<std::uint8_t>(on_board ? grid.first[static_cast<unsigned>(to.row)] + to.place + 1
                                                  : 0);
    };
    ring.above_shift = first(up_left);
    ring.below_shift = first(down_left);
    return ring;
}

constexpr Tables make_tables(int size) {
    Tables tables;
    tables.grid = Grid::hexagon(size);
    const int middle = size - 1;
    for (unsigned cell = 0; cell < static_cast<unsigned>(count(tables.grid.cells)); cell++) {
        const RowPlace at{tables.grid.row_of(cell), tables.grid.place_of(cell)};
        for (unsigned direction = 0; direction < directions; direction++) {
            RowPlace to = at;
            bool on_board = true;
            for (unsigned distance = 0; distance <= max_men; distance++) {
                const int target = on_board ? tables.grid.cell(to.row, to.place) : -1;
                on_board = target >= 0;
                tables.target[cell][direction][distance] =
                    on_board ? static_cast<std::uint8_t>(target) : off_board;
                to = step(to, static_cast<Direction>(direction), middle);
            }
        }
        const Ring ring = make_ring(tables.grid, at, middle);
        tables.ring[cell] = ring;
        tables.neighbours[cell] = ring.above | ring.below | ring.beside;
    }
    return tables;
}

/// By size, from 3.
inline constexpr std::array<Tables, 3> tables_by_size{make_tables(3), make_tables(4), make_tables(5)};

}  // namespace trilogue::lag
