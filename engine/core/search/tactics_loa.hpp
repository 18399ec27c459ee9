// How LOA is searched.
#pragma once

#include "eval/loa.hpp"
#include "search/tactics.hpp"

namespace trilogue {

/// After Winands, "Informed Search in Complex Games" (2004): the null move is sound but for rare positions,
/// since a side that need not move is hardly ever worse off for moving; captures towards the middle first.
template <>
struct Tactics<Loa> : PlainTactics {
    using Memo = Evaluation<Loa>::Memo;

    static constexpr bool null_move = true;
    static constexpr bool reductions = true;
    static constexpr Score futility_margin = 60;
    static constexpr int game_length = 22;

    static void moves(const Loa::Rules& rules, const Loa::Position& position, Loa::Moves& moves) {
        Loa::each_jump(rules, position, position.side(),
                       [&](unsigned from, Bits to) { moves.push(Loa::Move(from, lowest(to))); });
        if (moves.empty()) moves.push(Loa::pass);
    }
    static void play(const Loa::Rules&, Loa::Position& position, Loa::Move move) {
        if (move != Loa::pass) position.move(move.from(), move.to());
        position.end_turn();
    }
    static int order(const Loa::Rules&, const Loa::Position& position, Loa::Move move) {
        if (!Loa::is_capture(position, move)) return 0;
        constexpr Bits inner4 = 0x00003c3c3c3c0000U, inner6 = 0x007e7e7e7e7e7e00U;
        return has(inner4, move.to()) ? 3 : has(inner6, move.to()) ? 2 : 1;
    }
    static bool quiet(const Loa::Rules&, const Loa::Position& position, Loa::Move move) {
        return !Loa::is_capture(position, move);
    }
    static bool wins_now(const Loa::Rules&, const Loa::Position&) { return false; }
    static bool extends(const Loa::Rules&, const Loa::Position&, const Memo&) { return false; }
    static Loa::Position pass(const Loa::Rules& rules, const Loa::Position& position) {
        return Loa::after(rules, position, Loa::pass);
    }
};

}  // namespace trilogue
