#include "games/grid_text.hpp"

#include <charconv>

namespace trilogue {
namespace {

constexpr std::uint32_t max_ply = 1'000'000;

/// Reads one row; returns what is wrong with it, or "".
std::string parse_row(const Grid& grid, int row, std::string_view letters, std::string_view text,
                      BoardText& board) {
    int place = 0;
    bool after_digit = false;
    for (char c : text) {
        if (c >= '1' && c <= '9') {
            if (after_digit) return "two numbers side by side";
            place += c - '0';
            after_digit = true;
            continue;
        }
        after_digit = false;
        const std::size_t kind = letters.find(c);
        if (c == '0') return "0 is no number of empty cells";
        if (kind == std::string_view::npos) {
            const bool printable = c > ' ' && c <= '~';
            std::string known;
            for (char letter : letters) known += (known.empty() ? "" : ", ") + std::string(1, letter);
            return (printable ? std::string(1, c) : std::string("a character")) + " is no piece (" + known +
                   ")";
        }
        const int cell = grid.cell(row, place++);
        if (cell >= 0) board.pieces[kind] |= bit(static_cast<unsigned>(cell));
    }
    if (place != grid.width_of(row))
        return std::to_string(place) + (place == 1 ? " cell" : " cells") + ", not " +
               std::to_string(grid.width_of(row));
    return "";
}

std::optional<Error> parse_rows(const Grid& grid, std::string_view letters, std::string_view rows,
                                BoardText& board) {
    for (int row = grid.rows - 1; row >= 0; row--) {
        const std::size_t slash = rows.find('/');
        const std::string fault = parse_row(grid, row, letters, rows.substr(0, slash), board);
        if (!fault.empty()) return Error{"rows", std::string("row ") + grid.row_name(row) + ": " + fault};
        rows = slash == std::string_view::npos ? "" : rows.substr(slash + 1);
    }
    return std::nullopt;
}

std::optional<std::uint32_t> parse_ply(std::string_view text) {
    std::uint32_t ply = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), ply);
    if (fault != std::errc{} || end != text.data() + text.size() || ply > max_ply) return std::nullopt;
    if (text.size() > 1 && text.front() == '0') return std::nullopt;
    return ply;
}

}  // namespace

int count_rows(std::string_view text) {
    int rows = 1;
    for (char c : text.substr(0, text.find(':'))) rows += c == '/' ? 1 : 0;
    return rows;
}

Result<BoardText> parse_board(const Grid& grid, std::string_view letters, std::string_view text) {
    BoardText board;
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return Error{"side", "no side to move: a position is rows:side:ply, the side b or w"};
    if (count_rows(text) != grid.rows)
        return Error{"rows", std::to_string(count_rows(text)) + " rows, not " + std::to_string(grid.rows)};
    if (auto fault = parse_rows(grid, letters, text.substr(0, colon), board)) return *fault;
    text.remove_prefix(colon + 1);
    const std::size_t second = text.find(':');
    const std::string_view side = text.substr(0, second);
    if (side != "b" && side != "w") return Error{"side", "side to move: b or w"};
    board.side = side == "b" ? Side::black : Side::white;
    if (second == std::string_view::npos) return board;
    board.ply = parse_ply(text.substr(second + 1));
    if (!board.ply) return Error{"ply", "ply: a number from 0 to " + std::to_string(max_ply)};
    return board;
}

std::string format_board(const Grid& grid, std::string_view letters, const BoardText& board) {
    std::string text;
    for (int row = grid.rows - 1; row >= 0; row--) {
        int empty = 0;
        const auto flush = [&] {
            if (empty != 0) text += std::to_string(empty);
            empty = 0;
        };
        for (int place = 0; place < grid.width_of(row); place++) {
            char code = 0;
            for (std::size_t kind = 0; kind < letters.size(); kind++)
                if (has(board.pieces[kind], static_cast<unsigned>(grid.cell(row, place))))
                    code = letters[kind];
            if (code == 0) {
                empty++;
                continue;
            }
            flush();
            text += code;
        }
        flush();
        text += row == 0 ? ':' : '/';
    }
    text += letter(board.side);
    return text + ':' + std::to_string(board.ply.value_or(0));
}

Result<std::uint32_t> ply_of(const BoardText& board, Side first) {
    const std::uint32_t parity = board.side == first ? 0 : 1;
    if (!board.ply) return parity;
    if (*board.ply % 2 == parity) return *board.ply;
    return Error{"ply", "ply " + std::to_string(*board.ply) + ": " + title(first) + " moves on even plies, " +
                            title(other(first)) + " on odd ones"};
}

std::optional<Error> too_many_men(const BoardText& board, int limit) {
    for (Side side : {Side::black, Side::white}) {
        const int men = count(board.pieces[index(side)]);
        if (men > limit)
            return Error{"rows", std::to_string(men) + " " + name(side) + " pieces: at most " +
                                     std::to_string(limit) + " a side"};
    }
    return std::nullopt;
}

}  // namespace trilogue
