#include "eval/lag.hpp"

#include <array>
#include <cstddef>

namespace trilogue {
namespace {

namespace weight {
constexpr int object = 30;
constexpr int mobility = 10;
constexpr int advance = -1;
constexpr int to_move = 5;
}  // namespace weight

/// What counts, for one side.
struct Count {
    int objects = 0;
    int moves = 0;
    int advance = 0;  ///< rows that its men have still before them
};

int rows_ahead(const Grid& grid, Bits men, Side side) {
    int sum = 0;
    const int last = grid.rows - 1;
    for (int row = 0; row <= last; ++row) {
        const auto at = static_cast<std::size_t>(row);
        const Bits cells = ((Bits{1} << grid.width[at]) - 1) << grid.first[at];
        sum += count(men & cells) * (side == Side::white ? last - row : row);
    }
    return sum;
}

Count count_side(const Lag::Rules& rules, const Lag::Position& position, Side side) {
    Count result;
    result.objects = position.objects(side);
    result.advance = rows_ahead(Lag::grid(rules), position.pieces(side), side);
    Lag::each_move(rules, position, side, [&](unsigned, unsigned) { return ++result.moves != 0; });
    return result;
}

struct Parts {
    Score objects, mobility, advance;
};

Parts parts(const Lag::Rules& rules, const Lag::Position& position) {
    const Count own = count_side(rules, position, position.side());
    const Count theirs = count_side(rules, position, other(position.side()));
    return {weight::object * (theirs.objects - own.objects), weight::mobility * (own.moves - theirs.moves),
            weight::advance * (own.advance - theirs.advance)};
}

}  // namespace

Score Evaluation<Lag>::evaluate(const Lag::Rules& rules, const Lag::Position& position, const Memo&) {
    const Parts sum = parts(rules, position);
    return sum.objects + sum.mobility + sum.advance + weight::to_move;
}

void Evaluation<Lag>::terms(const Lag::Rules& rules, const Lag::Position& position, Terms& terms) {
    const Parts sum = parts(rules, position);
    terms.add("objects", sum.objects);
    terms.add("mobility", sum.mobility);
    terms.add("advance", sum.advance);
    terms.add("to-move", weight::to_move);
}

}  // namespace trilogue
