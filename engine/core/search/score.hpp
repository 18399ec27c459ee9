// Scores: what a position is worth to the player to move.
//
// A score is an int. Heuristic scores stay within `score_heuristic_limit` and are never 0; 0 is a draw
// by rule. A win n plies away (the winning move itself counts) is `score_win - n`, a loss its negation,
// so that a shorter win is worth more and the search needs no further notion of distance.
#pragma once

#include <algorithm>
#include <cstdint>

namespace trilogue {

using Score = std::int32_t;

constexpr int max_search_ply = 120;  ///< longest line that is searched, in plies from the root

constexpr Score score_draw = 0;
constexpr Score score_heuristic_limit = 20000;
constexpr Score score_win = 32000;
constexpr Score score_infinite = 32500;
constexpr Score score_none = 32600;  ///< no score known
constexpr int max_win_distance = 2000;
constexpr Score score_decided = score_win - max_win_distance;  ///< at least this: a forced win

constexpr Score win_in(int plies) {
    return score_win - plies;
}
constexpr Score loss_in(int plies) {
    return plies - score_win;
}
constexpr bool is_win(Score score) {
    return score >= score_decided && score <= score_win;
}
constexpr bool is_loss(Score score) {
    return score <= -score_decided && score >= -score_win;
}
constexpr bool is_decided(Score score) {
    return is_win(score) || is_loss(score);
}
/// Plies to the end of the game; only for a score that is decided.
constexpr int distance(Score score) {
    return score_win - (score < 0 ? -score : score);
}
/// A heuristic value as a score: inside its range, and never the value that means a draw.
constexpr Score heuristic(Score value) {
    const Score bounded = std::clamp(value, -score_heuristic_limit, score_heuristic_limit);
    return bounded == score_draw ? 1 : bounded;
}

/// Within a search distances count from the root, in the table from the position stored.
constexpr Score to_table(Score score, int ply) {
    if (is_win(score)) return std::min(score + ply, score_win);
    if (is_loss(score)) return std::max(score - ply, -score_win);
    return score;
}
constexpr Score from_table(Score score, int ply) {
    if (is_win(score)) return std::max(score - ply, score_decided);
    if (is_loss(score)) return std::min(score + ply, -score_decided);
    return score;
}

/// What a score says about the true value: exactly it, at least it, or at most it.
enum class Bound : std::uint8_t { none = 0, upper = 1, lower = 2, exact = 3 };

constexpr bool proves_at_least(Bound bound) {
    return (static_cast<unsigned>(bound) & 2U) != 0;
}
constexpr bool proves_at_most(Bound bound) {
    return (static_cast<unsigned>(bound) & 1U) != 0;
}

}  // namespace trilogue
