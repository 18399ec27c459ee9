// The evaluation of LOT.
#pragma once

#include "eval/evaluation.hpp"
#include "games/lot.hpp"

namespace trilogue {

/// Stacks stay for ever, so the game is about where they stand: lines of three that one side alone can still
/// fill with stacks, the more so with one or two of them there. Singles count as stacks to come: lines of
/// three with two of them and room for the third.
template <>
struct Evaluation<Lot> {
    struct Memo {};

    static Memo of(const Lot::Rules&, const Lot::Position&) { return {}; }
    static void advance(const Lot::Rules&, const Lot::Position&, Lot::Move, const Lot::Position&, Memo&) {}
    static Standing standing(const Lot::Rules& rules, const Lot::Position& position, const Memo&) {
        return standing_of(Lot::outcome(rules, position), position.side());
    }
    static Score evaluate(const Lot::Rules& rules, const Lot::Position& position, const Memo&);
    static void terms(const Lot::Rules& rules, const Lot::Position& position, Terms& terms);
};

}  // namespace trilogue
