#include "eval/lot.hpp"

#include <algorithm>

#include "eval/lot_threats.hpp"

namespace trilogue {
namespace {

namespace weight {
constexpr int stack = 3;
constexpr int stack_line = 4;     // a line with one stack, the other two cells open to more
constexpr int two_stacks = 10;    // a cell that wins with a stack on it
constexpr int double_threat = 6;  // each such cell beyond the first, again
constexpr int open_two = 2;       // an empty cell that completes a line of singles
constexpr int open_one = 2;       // a line with one single and two empty cells
constexpr int to_move = 8;
}  // namespace weight

struct Parts {
    Score stacks = 0, stack_lines = 0, winning_cells = 0, open_twos = 0, open_ones = 0;
};

Parts parts_of(const Lot::Position& position, Side side, Bits board) {
    const Bits singles = position.singles(side), stacks = position.stacks(side);
    const Bits empty = board & ~position.occupied(), room = empty | singles;
    int stack_lines = 0, ones = 0;
    for (unsigned axis = 0; axis < 4; ++axis) {
        const auto lines_with_one = [axis](Bits one, Bits rest) {
            const Bits rest1 = lot::before(rest, axis), rest2 = lot::before(rest1, axis);
            const Bits one1 = lot::before(one, axis), one2 = lot::before(one1, axis);
            return count((one & rest1 & rest2) | (rest & one1 & rest2) | (rest & rest1 & one2));
        };
        stack_lines += lines_with_one(stacks, room);
        ones += lines_with_one(singles, empty);
    }
    const int winning = count(lot::winning_cells(position, side, board));
    const int twos = count(lot::completing_with(position, side, board, room));
    return {weight::stack * count(stacks), weight::stack_line * stack_lines,
            weight::two_stacks * winning + weight::double_threat * std::max(winning - 1, 0),
            weight::open_two * twos, weight::open_one * ones};
}

Parts difference(const Lot::Rules& rules, const Lot::Position& position) {
    const Bits board = Lot::grid(rules).cells;
    const Parts own = parts_of(position, position.side(), board);
    const Parts theirs = parts_of(position, other(position.side()), board);
    return {own.stacks - theirs.stacks, own.stack_lines - theirs.stack_lines,
            own.winning_cells - theirs.winning_cells, own.open_twos - theirs.open_twos,
            own.open_ones - theirs.open_ones};
}

}  // namespace

Score Evaluation<Lot>::evaluate(const Lot::Rules& rules, const Lot::Position& position, const Memo&) {
    const Parts sum = difference(rules, position);
    return sum.stacks + sum.stack_lines + sum.winning_cells + sum.open_twos + sum.open_ones + weight::to_move;
}

void Evaluation<Lot>::terms(const Lot::Rules& rules, const Lot::Position& position, Terms& terms) {
    const Parts sum = difference(rules, position);
    terms.add("stacks", sum.stacks);
    terms.add("stack-lines", sum.stack_lines);
    terms.add("winning-cells", sum.winning_cells);
    terms.add("open-twos", sum.open_twos);
    terms.add("open-ones", sum.open_ones);
    terms.add("to-move", weight::to_move);
}

}  // namespace trilogue
