// perft: the lines of a given length from a position, counted. The check and the yardstick of rules.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "games/game.hpp"

namespace trilogue {

/// A bound on the recursion; nobody waits for this depth.
constexpr int max_perft_depth = 100;

namespace detail {

template <Game G>
std::uint64_t count_lines(const typename G::Rules& rules, const typename G::Position& position, int depth,
                          const std::atomic<bool>& stop) {
    if (depth == 0) return 1;
    if constexpr (G::bulk_perft)
        if (depth == 1) return static_cast<std::uint64_t>(G::count_moves(rules, position));
    if (stop.load(std::memory_order_relaxed)) return 0;
    MovesOf<G> moves;
    G::moves(rules, position, moves);
    std::uint64_t lines = 0;
    for (const auto move : moves)
        lines += count_lines<G>(rules, G::after(rules, position, move), depth - 1, stop);
    return lines;
}

}  // namespace detail

/// The number of lines of `depth` plies (0 to `max_perft_depth`) from a position, or none when `stop` was set
/// before the end. It looks at positions alone: a game over by the board has no children, one that repetition
/// would end goes on.
template <Game G>
std::optional<std::uint64_t> perft(const typename G::Rules& rules, const typename G::Position& position,
                                   int depth, const std::atomic<bool>& stop) {
    const std::uint64_t lines = detail::count_lines<G>(rules, position, depth, stop);
    if (stop.load(std::memory_order_relaxed)) return std::nullopt;
    return lines;
}

}  // namespace trilogue
