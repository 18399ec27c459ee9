// The evaluation of LAG.
#pragma once

#include "eval/evaluation.hpp"
#include "games/lag.hpp"

namespace trilogue {

/// Fewer objects win in the end, which comes when somebody cannot move. So a choice of moves is worth having
/// only as long as the game is young; later each move in hand, and each row a man has still to go, is a
/// burden.
template <>
struct Evaluation<Lag> {
    struct Memo {};

    static Memo of(const Lag::Rules&, const Lag::Position&) { return {}; }
    static void advance(const Lag::Rules&, const Lag::Position&, Lag::Move, const Lag::Position&, Memo&) {}
    static Standing standing(const Lag::Rules& rules, const Lag::Position& position, const Memo&) {
        return standing_of(Lag::outcome(rules, position), position.side());
    }
    static Score evaluate(const Lag::Rules& rules, const Lag::Position& position, const Memo&);
    static void terms(const Lag::Rules& rules, const Lag::Position& position, Terms& terms);
};

}  // namespace trilogue
