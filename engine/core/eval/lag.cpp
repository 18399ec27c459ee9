#include "eval/lag.hpp"

#include <array>
#include <cstddef>

namespace trilogue {
namespace {

/// What a stage of the game makes of the difference between the two sides, in hundredths of the log-odds of
/// winning.
struct Weights {
    int object;
    int move;
    int share;  ///< of all moves at hand, for all of them
    int to_move;
    std::array<int, Grid::max_rows> man;  ///< by the rows that he has still before him
};

/// Fitted by logistic regression to the results of games that a shallow search played with some moves at
/// random; games of size 5. Between the two stages the weights follow the rows still to go, linearly.
///
/// Early, many moves against few mean a choice of whom to break up and when; the share has it that the first
/// ones count most. Late, moves are a burden: who has none is done, and wins unless he has more objects. So
/// a man on the last row is worth having and one that must still walk is not, however safe he stands.
constexpr Weights opening{26, -27, 1925, 31, {-25, 18, 19, 17, 13, 11, 16, 24, 21}};
constexpr Weights ending{-58, -12, -347, 33, {41, -1, -22, -48, -56, -71, -80, -103, -106}};

/// What counts, for one side.
struct Count {
    int moves = 0;
    int to_go = 0;  ///< rows that its men have still before them
    int opening_men = 0;
    int ending_men = 0;
};

Count count_side(const Lag::Rules& rules, const Lag::Position& position, Side side) {
    Count result;
    const Grid& grid = Lag::grid(rules);
    const int last = grid.rows - 1;
    for (int row = 0; row <= last; ++row) {
        const auto at = static_cast<std::size_t>(row);
        const Bits cells = ((Bits{1} << grid.width[at]) - 1) << grid.first[at];
        const int men = count(position.pieces(side) & cells), rows = side == Side::white ? last - row : row;
        result.to_go += men * rows;
        result.opening_men += men * opening.man[static_cast<std::size_t>(rows)];
        result.ending_men += men * ending.man[static_cast<std::size_t>(rows)];
    }
    Lag::each_move(rules, position, side, [&](unsigned, unsigned) { return ++result.moves != 0; });
    return result;
}

/// How much of the way all men have still before them, in parts of `whole`; all of it at the start.
constexpr int whole = 256;
int way_left(const Lag::Rules& rules, int rows_to_go) {
    const int size = rules.size, at_start = 2 * (size * (2 * size - 2) + (size + 1) * (2 * size - 3));
    return whole * rows_to_go / at_start;
}

struct Parts {
    Score objects, mobility, men, to_move;
};

Parts parts(const Lag::Rules& rules, const Lag::Position& position) {
    const Side side = position.side();
    const Count own = count_side(rules, position, side), theirs = count_side(rules, position, other(side));
    const int left = way_left(rules, own.to_go + theirs.to_go);
    const auto tapered = [&](int early, int late) { return (early * left + late * (whole - left)) / whole; };
    const int objects = position.objects(side) - position.objects(other(side));
    const int moves = own.moves - theirs.moves, all_moves = own.moves + theirs.moves + 1;
    const int share = tapered(opening.share, ending.share);
    return {tapered(opening.object, ending.object) * objects,
            tapered(opening.move, ending.move) * moves + share * (moves - 1) / (2 * all_moves),
            tapered(own.opening_men - theirs.opening_men, own.ending_men - theirs.ending_men),
            tapered(opening.to_move, ending.to_move)};
}

}  // namespace

Score Evaluation<Lag>::evaluate(const Lag::Rules& rules, const Lag::Position& position, const Memo&) {
    const Parts sum = parts(rules, position);
    return sum.objects + sum.mobility + sum.men + sum.to_move;
}

void Evaluation<Lag>::terms(const Lag::Rules& rules, const Lag::Position& position, Terms& terms) {
    const Parts sum = parts(rules, position);
    terms.add("objects", sum.objects);
    terms.add("mobility", sum.mobility);
    terms.add("men", sum.men);
    terms.add("to-move", sum.to_move);
}

}  // namespace trilogue
