// The evaluation of LAG.
#pragma once

#include "eval/evaluation.hpp"
#include "games/lag.hpp"

namespace trilogue {

/// Fewer objects win in the end, and the more surely the nearer the end is: an end comes when the men of one
/// side have no advance left. Until then moves in hand decide who must break up his groups first.
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
