// The cells of a board: rows, names and places. One type for square boards and the hexagonal one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bits.hpp"
#include "games/board.hpp"

namespace trilogue {

/// A board of rows, row 0 nearest to the side that begins at the bottom. Square boards name a cell by
/// column letter and row number, hexagonal ones by row letter and place in the row.
struct Grid {
    static constexpr int max_rows = 9;

    int rows = 0;
    Bits cells = 0;  ///< all of them
    bool hexagonal = false;
    std::array<std::uint8_t, max_rows> width{};  ///< cells of each row
    std::array<std::uint8_t, max_rows> first{};  ///< the leftmost cell of each row

    /// A square board in the corner of an 8-wide one: cell = row * 8 + column, for every size.
    static constexpr Grid square(int size) {
        Grid grid;
        grid.rows = size;
        for (unsigned row = 0; row < static_cast<unsigned>(size); row++) {
            grid.width[row] = static_cast<std::uint8_t>(size);
            grid.first[row] = static_cast<std::uint8_t>(row * 8);
            grid.cells |= (bit(static_cast<unsigned>(size)) - 1) << (row * 8);
        }
        return grid;
    }

    /// A regular hexagon of side `size`; cells are numbered densely, row by row.
    static constexpr Grid hexagon(int size) {
        Grid grid;
        grid.rows = 2 * size - 1;
        grid.hexagonal = true;
        int cell = 0;
        for (int row = 0; row < grid.rows; row++) {
            const int middle = size - 1;
            const int width = grid.rows - (row < middle ? middle - row : row - middle);
            grid.width[static_cast<unsigned>(row)] = static_cast<std::uint8_t>(width);
            grid.first[static_cast<unsigned>(row)] = static_cast<std::uint8_t>(cell);
            cell += width;
        }
        grid.cells = bit(static_cast<unsigned>(cell)) - 1;
        return grid;
    }

    [[nodiscard]] constexpr int width_of(int row) const { return width[static_cast<unsigned>(row)]; }
    /// The cell at `place` (from 0) of `row`, or -1.
    [[nodiscard]] constexpr int cell(int row, int place) const {
        if (row < 0 || row >= rows || place < 0 || place >= width_of(row)) return -1;
        return first[static_cast<unsigned>(row)] + place;
    }
    [[nodiscard]] constexpr int row_of(unsigned cell) const {
        int row = rows - 1;
        while (first[static_cast<unsigned>(row)] > cell) row--;
        return row;
    }
    [[nodiscard]] constexpr int place_of(unsigned cell) const {
        return static_cast<int>(cell) - first[static_cast<unsigned>(row_of(cell))];
    }

    [[nodiscard]] std::string name(unsigned cell) const {
        const int row = row_of(cell), place = place_of(cell);
        const int letter = hexagonal ? row : place, number = hexagonal ? place : row;
        return {static_cast<char>('a' + letter), static_cast<char>('1' + number)};
    }
    [[nodiscard]] char row_name(int row) const { return static_cast<char>((hexagonal ? 'a' : '1') + row); }
    /// The cell that two characters name, in either case, or -1.
    [[nodiscard]] int parse(std::string_view name) const {
        if (name.size() != 2) return -1;
        const int letter = (name[0] | 0x20) - 'a', number = name[1] - '1';
        return hexagonal ? cell(letter, number) : cell(number, letter);
    }
};

/// Cells, polygons and coordinates of a board, for drawing.
BoardShape shape_of(const Grid& grid);

}  // namespace trilogue
