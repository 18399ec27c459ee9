// How LAG is searched.
#pragma once

#include "eval/lag.hpp"
#include "search/tactics.hpp"

namespace trilogue {

/// No null move: having to move is often what loses, and having no move is what wins. So there is no static
/// pruning either; late moves may be reduced, since what a reduced search finds good is searched again.
template <>
struct Tactics<Lag> : PlainTactics {
    using Memo = Evaluation<Lag>::Memo;

    static constexpr bool reductions = true;
    static constexpr int game_length = 20;

    static void moves(const Lag::Rules& rules, const Lag::Position& position, Lag::Moves& moves) {
        Lag::moves(rules, position, moves);
    }
    static void play(const Lag::Rules& rules, Lag::Position& position, Lag::Move move) {
        position = Lag::after(rules, position, move);
    }
    static int order(const Lag::Rules&, const Lag::Position& position, Lag::Move move) {
        return Lag::is_capture(position, move) ? 1 : 0;
    }
    static bool quiet(const Lag::Rules&, const Lag::Position& position, Lag::Move move) {
        return !Lag::is_capture(position, move);
    }
    static bool wins_now(const Lag::Rules&, const Lag::Position&) { return false; }
    static bool extends(const Lag::Rules&, const Lag::Position&, const Memo&) { return false; }
};

}  // namespace trilogue
