// Positions to test with: those of random games, the same on every run.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "games/game.hpp"

namespace trilogue::test {

using Random = std::mt19937_64;

/// Plays random moves from the start and calls `visit(before, move, after)` for each; at most `plies`.
template <Game G, class Visit>
void random_game(const typename G::Rules& rules, Random& random, int plies, Visit visit) {
    auto position = G::start(rules);
    for (int ply = 0; ply < plies; ++ply) {
        if (G::outcome(rules, position).over()) return;
        MovesOf<G> moves;
        G::moves(rules, position, moves);
        const auto move = moves[random() % moves.size()];
        const auto next = G::after(rules, position, move);
        visit(position, move, next);
        position = next;
    }
}

/// Unfinished positions, one from each of `games` random games.
template <Game G>
std::vector<typename G::Position> random_positions(const typename G::Rules& rules, std::uint64_t seed,
                                                   int games, int plies) {
    Random random(seed);
    std::vector<typename G::Position> found;
    for (int game = 0; game < games; ++game) {
        std::vector<typename G::Position> open;
        random_game<G>(rules, random, plies,
                       [&](const auto& before, auto, const auto&) { open.push_back(before); });
        found.push_back(open[random() % open.size()]);
    }
    return found;
}

}  // namespace trilogue::test
