// How the search treats a game: what may be pruned, reduced or extended, and which moves to try first.
#pragma once

#include "eval/evaluation.hpp"

namespace trilogue {

/// The defaults assume nothing of the game: a plain principal variation search. A game's `Tactics` derives
/// from this and says what is sound, and worth it, there.
struct PlainTactics {
    /// Is having to move never a burden? Then a position good enough after a pass need not be searched.
    static constexpr bool null_move = false;
    /// May moves ordered late be searched less deep first?
    static constexpr bool reductions = false;
    /// A side this much ahead, for each ply left, is taken to stay ahead near the leaves; 0: never.
    static constexpr Score futility_margin = 0;
    /// A player has about this many moves to make in a game, to share out a clock.
    static constexpr int game_length = 30;
};

/// Specialised where the default does not do:
///   static int  order(rules, position, move)        the higher, the earlier; 0 for a quiet move
///   static bool quiet(rules, position, move)        subject to history and reductions
///   static bool wins_now(rules, position)           whether a move of the player to move wins at once, if
///   that
///                                                    is cheaper to see than to search; else false
///   static bool extends(rules, position, memo)      never a leaf: searched one ply further
///   static Position pass(rules, position)           for `null_move`
///   static void moves(rules, position, moves)       the legal moves of a position known to be open
///   static void play(rules, position, move)         in place
template <Game G>
struct Tactics : PlainTactics {
    static void moves(const typename G::Rules& rules, const typename G::Position& position,
                      MovesOf<G>& moves) {
        G::moves(rules, position, moves);
    }
    static void play(const typename G::Rules& rules, typename G::Position& position, typename G::Move move) {
        position = G::after(rules, position, move);
    }
    static int order(const typename G::Rules&, const typename G::Position& position, typename G::Move move) {
        return G::is_capture(position, move) ? 1 : 0;
    }
    static bool quiet(const typename G::Rules&, const typename G::Position& position, typename G::Move move) {
        return !G::is_capture(position, move);
    }
    static bool wins_now(const typename G::Rules&, const typename G::Position&) { return false; }
    static bool extends(const typename G::Rules&, const typename G::Position&,
                        const typename Evaluation<G>::Memo&) {
        return false;
    }
};

}  // namespace trilogue
