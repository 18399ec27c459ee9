#include "games/men.hpp"

namespace trilogue::men {

Result<TwoCells> parse_two_cells(const Grid& grid, std::string_view text) {
    const std::string example = grid.hexagonal ? "b2-c2" : "b1-b3";
    const std::size_t second = text.size() == 5 ? 3 : 2;
    const bool marked = text.size() == 5 && std::string_view("-xX:").find(text[2]) != std::string_view::npos;
    const auto is_cell = [](std::string_view cell) {
        const char letter = static_cast<char>(cell[0] | 0x20);
        return letter >= 'a' && letter <= 'z' && cell[1] >= '0' && cell[1] <= '9';
    };
    if (text.size() != 4 && !marked) return refuse(text, "not a move: write two cells, as " + example);
    const std::string_view from_text = text.substr(0, 2), to_text = text.substr(second, 2);
    if (!is_cell(from_text) || !is_cell(to_text))
        return refuse(text, "not a move: write two cells, as " + example);
    const int from = grid.parse(from_text), to = grid.parse(to_text);
    if (from < 0 || to < 0) return refuse(text, "no such cell");
    return TwoCells{static_cast<unsigned>(from), static_cast<unsigned>(to)};
}

std::string format_two_cells(const Grid& grid, TwoCells cells, bool capture) {
    return grid.name(cells.from) + (capture ? 'x' : '-') + grid.name(cells.to);
}

MoveDetail detail(const Grid& grid, TwoCells cells, bool capture) {
    MoveDetail detail;
    detail.from = grid.name(cells.from);
    detail.to = grid.name(cells.to);
    detail.clicks = {detail.from, detail.to};
    if (capture) detail.captured = {detail.to};
    return detail;
}

Error refuse(std::string_view text, const std::string& why) {
    constexpr std::size_t longest = 32;
    std::string shown;
    for (char c : text.substr(0, longest)) shown += c >= ' ' && c <= '~' ? c : '?';
    return {"moves", shown + (text.size() > longest ? "..." : "") + ": " + why};
}

}  // namespace trilogue::men
