// The evaluation of LAG.
#pragma once

#include "eval/evaluation.hpp"
#include "games/lag.hpp"

namespace trilogue {

/// Fewer objects win in the end; moves in hand decide who must break up his groups first, and count more than
/// they seem to. Rows still to go cost a little: who has none left is stuck, and wins if objects are equal.
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
