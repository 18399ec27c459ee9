// The evaluation of LOA.
#pragma once

#include <array>

#include "eval/evaluation.hpp"
#include "eval/loa_lines.hpp"
#include "eval/loa_shape.hpp"
#include "games/loa.hpp"

namespace trilogue {

/// A weighted sum of what a position offers each side; see `loa::Shape` and `loa::Mobility`. Most moves
/// change the shape of one side only, so both are kept; so is whether each side is connected, which ends the
/// game.
template <>
struct Evaluation<Loa> {
    struct Half {
        loa::Moments moments;
        int shape = 0;  ///< worth of the shape
        bool connected = false;
    };
    struct Memo {
        std::array<Half, 2> sides;
        loa::Mobility mobility;
    };

    static Memo of(const Loa::Rules& rules, const Loa::Position& position);
    static void advance(const Loa::Rules& rules, const Loa::Position& from, Loa::Move move,
                        const Loa::Position& to, Memo& memo);
    static Standing standing(const Loa::Rules& rules, const Loa::Position& position, const Memo& memo);
    static Score evaluate(const Loa::Rules&, const Loa::Position& position, const Memo& memo) {
        const unsigned own = index(position.side()), opponent = own ^ 1U;
        return memo.sides[own].shape - memo.sides[opponent].shape + mobility(position.side(), memo) + to_move;
    }
    static void terms(const Loa::Rules& rules, const Loa::Position& position, Terms& terms);

  private:
    static constexpr Score to_move = 20;
    static constexpr int mobility_weight = 12;  ///< fifths of a point for each unit of `loa::Mobility`

    static Score mobility(Side side, const Memo& memo) {
        return (memo.mobility.of(side) - memo.mobility.of(other(side))) * mobility_weight / 5;
    }
    static Standing without_moves(const Loa::Rules& rules, const Memo& memo, Side side);
};

inline void Evaluation<Loa>::advance(const Loa::Rules& rules, const Loa::Position& from, Loa::Move move,
                                     const Loa::Position& to, Memo& memo) {
    if (move == Loa::pass) return;
    const auto& lines = loa::LineTables::of(rules.size);
    const auto& shapes = loa::ShapeTables::of(rules.size);
    const auto reshape = [&](Side side, Half& kept) {
        const loa::Shape shape = shapes.shape(to.pieces(side), kept.moments);
        kept.shape = shape.sum();
        kept.connected = shape.connected;
    };
    const Side mover = from.side(), opponent = other(mover);
    memo.mobility.take(lines, mover, move.from());
    if (Loa::is_capture(from, move)) {
        memo.mobility.take(lines, opponent, move.to());
        Half& theirs = memo.sides[index(opponent)];
        theirs.moments.subtract(shapes.moments(move.to()));
        reshape(opponent, theirs);
    }
    memo.mobility.put(lines, mover, move.to());
    Half& own = memo.sides[index(mover)];
    own.moments.subtract(shapes.moments(move.from()));
    own.moments.add(shapes.moments(move.to()));
    reshape(mover, own);
}

inline Standing Evaluation<Loa>::standing(const Loa::Rules& rules, const Loa::Position& position,
                                          const Memo& memo) {
    const bool own = memo.sides[index(position.side())].connected;
    const bool opponent = memo.sides[index(other(position.side()))].connected;
    if (opponent) return own && rules.simultaneous == 0 ? Standing::drawn : Standing::lost;
    if (own) return Standing::won;
    if (memo.mobility.of(position.side()) != 0) return Standing::open;
    return without_moves(rules, memo, position.side());
}

}  // namespace trilogue
