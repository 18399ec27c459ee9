#include "eval/loa_lines.hpp"

#include <algorithm>
#include <cstddef>

namespace trilogue::loa {
namespace {

using Pattern = std::array<int, 8>;  // 0 empty, 1 black, 2 white

constexpr std::array<unsigned, 9> power_of_3{1, 3, 9, 27, 81, 243, 729, 2187, 6561};

/// The worth of a move of `colour` from one place of a line to another; 0 when it is not legal.
unsigned worth_of_move(const Pattern& line, int length, bool edge, int from, int to, int colour) {
    if (to < 0 || to >= length || line[static_cast<std::size_t>(to)] == colour) return 0;
    for (int between = std::min(from, to) + 1; between < std::max(from, to); ++between)
        if (line[static_cast<std::size_t>(between)] == 3 - colour) return 0;
    const unsigned base = line[static_cast<std::size_t>(to)] == 0 ? 2 : 4;
    return edge || to == 0 || to == length - 1 ? base / 2 : base;
}

std::uint32_t worth_of_line(const Pattern& line, int length, bool edge) {
    int men = 0;
    for (int place = 0; place < length; ++place) men += line[static_cast<std::size_t>(place)] != 0 ? 1 : 0;
    std::array<unsigned, 3> worth{};
    for (int from = 0; from < length; ++from) {
        const int colour = line[static_cast<std::size_t>(from)];
        if (colour == 0) continue;
        for (const int to : {from - men, from + men})
            worth[static_cast<std::size_t>(colour)] += worth_of_move(line, length, edge, from, to, colour);
    }
    return worth[1] | worth[2] << 16;
}

}  // namespace

LineTables::LineTables(int size) {
    number_lines(size);
    // Offsets of the patterns by length, of inner lines and of the four edges.
    std::array<PatternIndex, 9> inner{};
    for (int length = 1; length <= size; ++length) {
        inner[static_cast<std::size_t>(length)] = static_cast<PatternIndex>(worth_.size());
        add_patterns(length, false);
    }
    const auto edge = static_cast<PatternIndex>(worth_.size());
    add_patterns(size, true);

    std::array<int, lines_on_board> lengths{};
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            for (unsigned axis = 0; axis < 4; ++axis)
                ++lengths[line(static_cast<unsigned>(row * 8 + column), axis)];
    for (unsigned number = 0; number < lines_on_board; ++number) {
        const bool is_edge = number < 16 && (number % 8 == 0 || static_cast<int>(number % 8) == size - 1);
        empty_[number] = is_edge ? edge : inner[static_cast<std::size_t>(lengths[number])];
    }
}

const LineTables& LineTables::of(int size) {
    static const std::array<LineTables, 4> by_size{LineTables(5), LineTables(6), LineTables(7),
                                                   LineTables(8)};
    return by_size[static_cast<std::size_t>(size - 5)];
}

void LineTables::number_lines(int size) {
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            const auto cell = static_cast<std::size_t>(row * 8 + column);
            const std::array<int, 4> lines{row, 8 + column, 16 + row - column + 7, 31 + row + column};
            // The place along the line, from whichever end comes first.
            const std::array<int, 4> places{column, row, std::min(row, column),
                                            std::min(row, size - 1 - column)};
            for (std::size_t axis = 0; axis < 4; ++axis) {
                line_[cell][axis] = static_cast<std::uint8_t>(lines[axis]);
                weight_[cell][axis] =
                    static_cast<PatternIndex>(power_of_3[static_cast<std::size_t>(places[axis])]);
            }
        }
    }
}

void LineTables::add_patterns(int length, bool edge) {
    for (unsigned code = 0; code < power_of_3[static_cast<std::size_t>(length)]; ++code) {
        Pattern line{};
        for (unsigned place = 0, rest = code; place < 8; ++place, rest /= 3)
            line[place] = static_cast<int>(rest % 3);
        worth_.push_back(length == 1 ? 0 : worth_of_line(line, length, edge));
    }
}

Mobility::Mobility(const LineTables& lines, Bits black, Bits white) {
    for (unsigned number = 0; number < lines_on_board; ++number) patterns_[number] = lines.empty(number);
    each_cell(black, [&](unsigned cell) { put(lines, Side::black, cell); });
    each_cell(white, [&](unsigned cell) { put(lines, Side::white, cell); });
}

}  // namespace trilogue::loa
