// Position strings, `<rows>:<side>:<ply>`, in and out; what is common to all games.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bits.hpp"
#include "base/result.hpp"
#include "base/side.hpp"
#include "games/grid.hpp"

namespace trilogue {

/// A board as read: one set of cells for each letter of the game's pieces. Nothing of it is judged yet.
struct BoardText {
    std::array<Bits, 4> pieces{};
    Side side = Side::black;
    std::optional<std::uint32_t> ply;
};

/// How many rows a position string has.
int count_rows(std::string_view text);

/// Reads a position string. `letters` are the game's piece codes, in the order of `BoardText::pieces`.
/// The grid must have as many rows as the text, else the error says so.
Result<BoardText> parse_board(const Grid& grid, std::string_view letters, std::string_view text);

std::string format_board(const Grid& grid, std::string_view letters, const BoardText& board);

/// The plies of a position where `first` moves on even ones: those given, or the fewest that fit.
Result<std::uint32_t> ply_of(const BoardText& board, Side first);

/// An error unless each side has at most `limit` men.
std::optional<Error> too_many_men(const BoardText& board, int limit);

/// The board drawn in ASCII with coordinates; `piece(cell)` is the character of a cell, 0 where empty.
template <class Piece>
std::string draw_board(const Grid& grid, Piece piece) {
    std::string text;
    for (int row = grid.rows - 1; row >= 0; row--) {
        const int widest = grid.width_of(grid.rows / 2), width = grid.width_of(row);
        text += std::string(static_cast<std::size_t>(grid.hexagonal ? widest - width : 0), ' ');
        text += grid.row_name(row);
        text += ' ';
        for (int place = 0; place < width; place++) {
            const char code = piece(static_cast<unsigned>(grid.cell(row, place)));
            text += ' ';
            text += code == 0 ? '.' : code;
        }
        if (grid.hexagonal) text += "  " + std::to_string(width);
        text += '\n';
    }
    if (!grid.hexagonal) {
        text += "  ";
        for (int place = 0; place < grid.width_of(0); place++) text += {' ', static_cast<char>('a' + place)};
        text += '\n';
    }
    return text;
}

}  // namespace trilogue
