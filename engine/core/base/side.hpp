// The two colours, and how a game ends.
#pragma once

#include <cstdint>

namespace trilogue {

enum class Side : std::uint8_t { black, white };

constexpr Side other(Side side) {
    return side == Side::black ? Side::white : Side::black;
}
constexpr unsigned index(Side side) {
    return static_cast<unsigned>(side);
}
constexpr const char* name(Side side) {
    return side == Side::black ? "black" : "white";
}
/// The colour at the beginning of a sentence.
constexpr const char* title(Side side) {
    return side == Side::black ? "Black" : "White";
}
/// The side's letter in a position string.
constexpr char letter(Side side) {
    return side == Side::black ? 'b' : 'w';
}

enum class Winner : std::uint8_t { none, black, white, draw };

constexpr Winner winner(Side side) {
    return side == Side::black ? Winner::black : Winner::white;
}

/// How a game stands: `winner` is none while it goes on. `reason` is a static string, one of
/// connected, both-connected, repetition, stuck, no-move, fewer-objects, equal-objects, line, board-full.
struct Outcome {
    Winner winner = Winner::none;
    const char* reason = "";

    [[nodiscard]] constexpr bool over() const { return winner != Winner::none; }
    [[nodiscard]] constexpr bool won_by(Side side) const { return winner == trilogue::winner(side); }
    /// "black", "white", "draw", or "" while the game goes on.
    [[nodiscard]] constexpr const char* result() const {
        constexpr const char* names[] = {"", "black", "white", "draw"};
        return names[static_cast<unsigned>(winner)];
    }
};

}  // namespace trilogue
