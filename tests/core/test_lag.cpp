// LAG: objects, steps, and the end of the game.
#include <random>

#include "check.hpp"
#include "games/lag.hpp"

using namespace trilogue;
using namespace trilogue::test;

namespace {

constexpr Lag::Rules small{3}, large{5};

std::string verdict_of(const Lag::Rules& rules, std::string_view text) {
    return verdict<Lag>(rules, position<Lag>(rules, text));
}

void check_start(Report& report) {
    const auto written = [](const Lag::Rules& rules) {
        return Lag::format_position(rules, Lag::start(rules));
    };
    report.equal(written(small), "bbb/bbbb/5/wwww/www:w:0");
    report.equal(written({4}), "bbbb/bbbbb/6/7/6/wwwww/wwww:w:0");
    report.equal(written(large), "bbbbb/bbbbbb/7/8/9/8/7/wwwwww/wwwww:w:0");
}

void check_moving(Report& report) {
    const auto start = Lag::start(large);
    const auto try_move = [&](std::string_view text) { return refusal<Lag>(large, start, text); };
    for (const char* text : {"b2-c2", "b2-c3", "B2xC2", "b2:c2", "b2c2"})
        report.equal(try_move(text), "legal", text);
    report.equal(try_move("b2-d2"), "b2-d2: White has 1 object: a piece moves just as many cells");
    report.equal(try_move("b2-c4"), "b2-c4: not along a straight line");
    report.equal(try_move("a1-b1"), "a1-b1: White's own piece stands on b1");
    report.equal(try_move("h1-g1"), "h1-g1: White has no piece on h1");
    report.equal(try_move("a6-b6"), "a6-b6: no such cell");
    report.equal(try_move("pass"), "pass: not a move: write two cells, as b2-c2");
}

/// Up to the middle row up-left keeps the number and up-right adds one; beyond it they take one and keep it.
void check_numbering(Report& report) {
    const auto white = position<Lag>(large, "5/6/7/4w3/9/8/7/6/5:w:0");
    report.equal(refusal<Lag>(large, white, "f5-g4"), "legal");
    report.equal(refusal<Lag>(large, white, "f5-g5"), "legal");
    report.equal(refusal<Lag>(large, white, "f5-g6"), "f5-g6: not along a straight line");
    const auto black = position<Lag>(large, "5/6/7/4b3/9/8/7/6/5:b:1");
    report.equal(refusal<Lag>(large, black, "f5-e5"), "legal");
    report.equal(refusal<Lag>(large, black, "f5-e6"), "legal");
    report.equal(refusal<Lag>(large, black, "f5-g5"), "f5-g5: no piece moves backward");
}

void check_sideways(Report& report) {
    // d1 stands alone; beside d3 it joins the other, so White has one object where there were two.
    const auto apart = position<Lag>(large, "5/6/7/8/9/w1ww4/7/6/5:w:0");
    report.equal(refusal<Lag>(large, apart, "d1-d3"), "d1-d3: White's own piece stands on d3");
    const auto joining = position<Lag>(large, "5/6/7/8/9/w2w4/7/6/5:w:0");
    report.equal(refusal<Lag>(large, joining, "d1-d3"), "legal");
    report.equal(refusal<Lag>(large, joining, "d4-d2"), "legal");
    report.equal(refusal<Lag>(large, joining, "d4-d6"), "d4-d6: a sideways move must leave fewer objects");
    const auto taken = position<Lag>(large, "5/6/7/8/9/w1bw4/7/6/5:w:0");
    report.equal(refusal<Lag>(large, taken, "d1xd3"), "legal", "a sideways move may capture");
}

void check_jumping(Report& report) {
    const auto across = position<Lag>(large, "5/6/7/8/9/7w/1b5/wb4/w4:w:0");
    report.equal(refusal<Lag>(large, across, "a1-c3"), "legal", "over an enemy");
    report.equal(refusal<Lag>(large, across, "b1-d1"), "legal");
}

void check_end(Report& report) {
    report.equal(verdict_of(small, "www/3w/5/1b2/bbb:w:22"), "white equal-objects");
    report.equal(verdict_of(small, "www/4/5/4/b1b:w:22"), "white fewer-objects");
    report.equal(verdict_of(small, "w1w/4/5/4/bbb:w:22"), "black fewer-objects");
    report.equal(verdict_of(small, "3/4/2b2/4/3:w:0"), "white fewer-objects", "no piece: none fewer");
    report.equal(verdict_of(small, "3/4/5/4/3:w:0"), "white equal-objects");
    // Capturing the last enemy piece loses.
    const auto last = play<Lag>(small, position<Lag>(small, "3/4/1b3/1w2/3:w:0"), "b2xc2");
    report.equal(verdict<Lag>(small, last), "black fewer-objects");
}

void check_reading(Report& report) {
    const auto read = [](std::string_view text) { return reading<Lag>(small, text); };
    report.equal(read("bbb/bbbb/5/wwww/www:w"), "bbb/bbbb/5/wwww/www:w:0");
    report.equal(read("bbb/bbbb/5/wwww/www:b"), "bbb/bbbb/5/wwww/www:b:1");
    report.equal(read("bbb/bbbb/5/wwww/www:b:2"), "ply: ply 2: White moves on even plies, Black on odd ones");
    report.equal(read("bbb/bbbb/4/wwww/www:w:0"), "rows: row c: 4 cells, not 5");
    report.equal(read("bbb/bbbb/w4/wwww/www:w:0"), "rows: 8 white pieces: at most 7 a side");
    report.equal(read("bbb/bbBb/5/wwww/www:w:0"), "rows: row d: B is no piece (b, w)");
}

/// The empty regions that do not reach the edge of the board, counted the slow way.
int count_holes(const lag::Tables& tables, Bits men) {
    int holes = 0;
    for (Bits empty = tables.grid.cells & ~men; empty != 0;) {
        Bits region = empty & (~empty + 1);
        for (Bits edge = region; edge != 0; region |= edge) {
            Bits near = 0;
            each_cell(edge, [&](unsigned cell) { near |= tables.neighbours[cell]; });
            edge = near & empty & ~region;
        }
        bool enclosed = true;
        each_cell(region, [&](unsigned cell) { enclosed = enclosed && count(tables.neighbours[cell]) == 6; });
        holes += enclosed ? 1 : 0;
        empty &= ~region;
    }
    return holes;
}

/// Objects and holes kept move by move agree with those counted anew, wherever men stand and go.
void check_objects(Report& report, const Lag::Rules& rules) {
    const lag::Tables& tables = Lag::tables(rules);
    std::mt19937_64 random(rules.size);
    int with_holes = 0;
    for (int round = 0; round < 20'000; round++) {
        const Bits men = tables.grid.cells & random() & (round % 2 == 0 ? random() : ~Bits{0});
        const Bits empty = tables.grid.cells & ~men;
        if (men == 0 || empty == 0) continue;
        const auto counted = [&](Bits all) {
            return lag::groups_of(lag::count_objects(tables, all),
                                  lag::count_objects(tables, all) - count_holes(tables, all));
        };
        const lag::Groups before = lag::groups_of_men(tables, men);
        with_holes += before.holes != 0 ? 1 : 0;
        report.check(before == counted(men), "set up");
        const unsigned from = lowest(men), to = 63U - static_cast<unsigned>(std::countl_zero(empty));
        report.check(lag::moved(tables, men, from, to, before) == counted((men ^ bit(from)) | bit(to)),
                     "moved");
        report.check(lag::without(tables, men ^ bit(from), from, before) == counted(men ^ bit(from)),
                     "captured");
    }
    report.check(with_holes > 100, "holes were tried");
}

}  // namespace

int main() {
    Report report;
    check_start(report);
    check_moving(report);
    check_numbering(report);
    check_sideways(report);
    check_jumping(report);
    check_end(report);
    check_reading(report);
    for (const Lag::Rules& rules : {small, Lag::Rules{4}, large}) check_objects(report, rules);
    return report.code();
}
