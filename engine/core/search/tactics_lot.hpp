// How LOT is searched.
#pragma once

#include "eval/lot.hpp"
#include "eval/lot_threats.hpp"
#include "search/tactics.hpp"

namespace trilogue {

/// A win by the next placement is seen from the pattern. A position in which the opponent threatens one is
/// no leaf, for its value depends on whether that can be met.
template <>
struct Tactics<Lot> : PlainTactics {
    using Memo = Evaluation<Lot>::Memo;

    static constexpr bool reductions = true;
    static constexpr int game_length = 25;

    static void moves(const Lot::Rules& rules, const Lot::Position& position, Lot::Moves& moves) {
        Lot::moves(rules, position, moves);
    }
    static void play(const Lot::Rules& rules, Lot::Position& position, Lot::Move move) {
        position = Lot::after(rules, position, move);
    }
    static int order(const Lot::Rules& rules, const Lot::Position& position, Lot::Move move) {
        if (!move.reduces()) return 0;
        const Bits winning = lot::winning_cells(position, position.side(), Lot::grid(rules).cells);
        return has(winning, move.kept_cell()) ? 2 : 1;
    }
    static bool quiet(const Lot::Rules&, const Lot::Position&, Lot::Move move) { return !move.reduces(); }
    static bool wins_now(const Lot::Rules& rules, const Lot::Position& position) {
        return lot::wins_at_once(position, position.side(), Lot::grid(rules).cells);
    }
    static bool extends(const Lot::Rules& rules, const Lot::Position& position, const Memo&) {
        return lot::wins_at_once(position, other(position.side()), Lot::grid(rules).cells);
    }
};

}  // namespace trilogue
