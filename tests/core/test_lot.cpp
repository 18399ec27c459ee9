// LOT: lines, reductions, the swap, and the end of the game.
#include "check.hpp"
#include "games/lot.hpp"

using namespace trilogue;
using namespace trilogue::test;

namespace {

constexpr Lot::Rules pie, no_pie{.pie = 1}, five{.size = 5};

void check_lines(Report& report) {
    const auto here = position<Lot>(pie, "7/7/7/1bb4/7/7/w5w:b:4");
    const auto try_move = [&](std::string_view text) { return refusal<Lot>(pie, here, text); };
    report.equal(Lot::count_moves(pie, here), 49);
    report.equal(try_move("d4:b4-d4^b4"), "legal");
    report.equal(try_move("D4:D4-B4^C4"), "legal", "ends in either order, either case");
    report.equal(try_move("e4"), "legal");
    report.equal(try_move("d4"), "d4: d4 completes a line: say how to reduce it, as d4:b4-d4^b4");
    report.equal(try_move("d4:b4-d4^e4"),
                 "d4:b4-d4^e4: no line of three singles with d4 is so reduced; legal is d4:b4-d4^b4");
    report.equal(try_move("e4:c4-e4^c4"), "e4:c4-e4^c4: e4 completes no line that could be reduced");
    report.equal(try_move("b4"), "b4: b4 is not empty");
    report.equal(try_move("h8"), "h8: no such cell");
    report.equal(try_move("d4xb4-d4^b4"),
                 "d4xb4-d4^b4: not a move: write a cell, as d4, or with a reduction, as d4:b2-d4^c3");
    report.equal(try_move("d4:b4-d4^b4 "),
                 "d4:b4-d4^b4 : not a move: write a cell, as d4, or with a reduction, as d4:b2-d4^c3");
    report.equal(try_move(""), ": not a move: write a cell, as d4, or with a reduction, as d4:b2-d4^c3");
    const auto reduced = play<Lot>(pie, here, "d4:d4-b4^c4");
    report.equal(Lot::format_position(pie, reduced), "7/7/7/2B4/7/7/w5w:w:5");
}

/// Five in a row offer three lines of three through the middle; a stack belongs to none.
void check_choices(Report& report) {
    const auto five_long = position<Lot>(pie, "w6/7/7/1bb1bb1/w6/7/w5w:b:8");
    int reductions = 0;
    Lot::Moves moves;
    Lot::moves(pie, five_long, moves);
    for (const auto move : moves) reductions += move.cell() == 27 && move.reduces() ? 1 : 0;
    report.equal(reductions, 9);
    const auto stacks = position<Lot>(pie, "w5w/7/7/1bB4/w6/7/w1w3w:b");
    report.equal(refusal<Lot>(pie, stacks, "d4"), "legal");
    report.equal(refusal<Lot>(pie, stacks, "a4"), "legal");
}

/// Two lines that share a kept cell are two moves.
void check_shared(Report& report) {
    const auto cross = position<Lot>(pie, "7/7/3b3/1bb4/3b3/7/wwww3:b:8");
    report.equal(refusal<Lot>(pie, cross, "d4:b4-d4^d4"), "legal");
    report.equal(refusal<Lot>(pie, cross, "d4:d3-d5^d4"), "legal");
    report.equal(refusal<Lot>(pie, cross, "d4:d5-d3^d4"), "legal");
}

void check_end(Report& report) {
    const auto verdict_of = [](const Lot::Rules& rules, std::string_view text) {
        return verdict<Lot>(rules, position<Lot>(rules, text));
    };
    report.equal(verdict_of(five, "BBB2/5/WW3/5/ww3:w"), "black line");
    report.equal(verdict_of(five, "BBB2/5/WW3/5/w4:b"), "black line", "whoever is to move");
    report.equal(verdict_of(five, "BB1B1/5/WW3/5/w4:b"), "");
    report.equal(verdict_of(five, "BBwB1/3BB/5/WW3/WW3:b"), "");
    report.equal(verdict_of(five, "wbwbw/wBWbw/bbWBB/wBwWw/WbBwb:w"), "draw board-full");
    report.equal(verdict_of({.size = 8}, "6BB/B7/WW6/8/8/8/8/8:w"), "", "a line does not go round the edge");
    report.equal(verdict_of({.size = 8}, "8/8/8/8/8/5B2/6B1/7B:w"), "black line");
}

void check_swap(Report& report) {
    const auto first = play<Lot>(pie, Lot::start(pie), "d4");
    report.equal(Lot::count_moves(pie, first), 49);
    const auto swapped = play<Lot>(pie, first, "SWAP");
    report.equal(Lot::format_position(pie, swapped), "7/7/7/3b3/7/7/7:w:2");
    report.check(Lot::first_seat(first) == Side::black && Lot::first_seat(swapped) == Side::white, "seats");
    report.check(first.hash() != swapped.hash(), "the right to swap is part of the position");
    const auto late = play<Lot>(pie, swapped, "d5"), plain = play<Lot>(pie, first, "d5");
    report.check(late.hash() == plain.hash() && late == plain, "once it is gone, positions are equal again");
    report.equal(refusal<Lot>(pie, Lot::start(pie), "swap"),
                 "swap: only the second player may swap, and only at ply 1; this is ply 0");
    report.equal(refusal<Lot>(pie, swapped, "swap"),
                 "swap: only the second player may swap, and only at ply 1; this is ply 2");
    const auto without = play<Lot>(no_pie, Lot::start(no_pie), "d4");
    report.equal(refusal<Lot>(no_pie, without, "swap"), "swap: the pie rule is off");
    report.equal(Lot::count_moves(no_pie, without), 48);
}

void check_reading(Report& report) {
    const auto read = [](std::string_view text, const Lot::Rules& rules = five) {
        return reading<Lot>(rules, text);
    };
    report.equal(read("5/5/5/5/5:b"), "5/5/5/5/5:b:0");
    report.equal(read("5/5/2b2/5/5:w"), "5/5/2b2/5/5:w:1");
    report.equal(read("5/5/2b2/5/5:w:2"), "5/5/2b2/5/5:w:2");
    report.equal(read("5/5/2b2/5/5:w:3"),
                 "ply: ply 3: the board shows 1 placed, so the ply is that or, after a swap, one more");
    report.equal(read("5/5/2b2/5/5:w:0"),
                 "ply: ply 0: the board shows 1 placed, so the ply is that or, after a swap, one more");
    report.equal(read("5/5/2b2/5/5:w:2", {.size = 5, .pie = 1}),
                 "ply: ply 2: the board shows 1 placed, and the pie rule is off");
    report.equal(read("5/5/5/5/5:b:1"), "ply: ply 1: the board shows 0 placed, and a swap needs one");
    report.equal(read("5/5/2b2/5/5:b:1"), "side: White is to move: the board shows 1 placed");
    report.equal(read("5/5/2B2/5/ww3:w:5"), "5/5/2B2/5/ww3:w:5");
    report.equal(read("BBB2/5/WWW2/5/5:b"), "rows: both colours have a line of stacks");
    report.equal(read("5/5/2x2/5/5:w"), "rows: row 3: x is no piece (b, w, B, W)");
}

}  // namespace

int main() {
    Report report;
    check_lines(report);
    check_choices(report);
    check_shared(report);
    check_end(report);
    check_swap(report);
    check_reading(report);
    return report.code();
}
