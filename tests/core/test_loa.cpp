// Lines of Action: what moves, what ends the game, and what a position or move may look like.
#include "check.hpp"
#include "games/loa.hpp"

using namespace trilogue;
using namespace trilogue::test;

namespace {

constexpr const char* start = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1:b:0";
constexpr const char* stuck = "6wb/6ww/8/8/8/8/ww6/bw6";
constexpr const char* both_stuck = "1w1w1/b1w1b/1b1b1/b1w1b/1w1w1";

std::string verdict_of(const Loa::Rules& rules, std::string_view text) {
    return verdict<Loa>(rules, position<Loa>(rules, text));
}

void check_moving(Report& report) {
    const auto at_start = position<Loa>({}, start);
    const auto try_move = [&](std::string_view text) { return refusal<Loa>({}, at_start, text); };
    report.equal(try_move("b1-b3"), "legal");
    report.equal(try_move("b1-b4"), "b1-b4: along that line a piece moves 2 cells");
    report.equal(try_move("b1-c3"), "b1-c3: not along a row, column or diagonal");
    report.equal(try_move("b1-c1"), "b1-c1: Black's own piece stands on c1");
    report.equal(try_move("a2-c2"), "a2-c2: Black has no piece on a2");
    report.equal(try_move("b1-b1"), "b1-b1: Black's own piece stands on b1");
    report.equal(try_move("e5-e9"), "e5-e9: no such cell");
    report.equal(try_move("pass"), "pass: Black has a legal move");
    report.equal(try_move("frobnicate"), "frobnicate: not a move: write two cells, as b1-b3");
    report.equal(try_move("b1+b3"), "b1+b3: not a move: write two cells, as b1-b3");
    report.equal(try_move(""), ": not a move: write two cells, as b1-b3");
    report.equal(try_move(std::string("\x01\xffz1", 4)), "??z1: not a move: write two cells, as b1-b3");
    report.equal(try_move(std::string(100, 'a')),
                 std::string(32, 'a') + "...: not a move: write two cells, as b1-b3");
}

void check_spelling(Report& report) {
    const auto at_start = position<Loa>({}, start);
    for (const char* text : {"c1xa3", "c1-a3", "c1:a3", "c1a3", "C1XA3", "C1a3"}) {
        const auto move = Loa::parse_move({}, at_start, text);
        report.check(move.ok(), text);
        if (move) report.equal(Loa::format_move({}, at_start, move.value()), "c1xa3", text);
    }
    const auto waiting = position<Loa>({}, std::string(stuck) + ":b:0");
    report.equal(refusal<Loa>({}, waiting, "PASS"), "legal");
    report.equal(refusal<Loa>({}, waiting, "a1-b2"), "a1-b2: along that line a piece moves 4 cells");
}

/// A piece counts the whole line, in front of it and behind it.
void check_whole_line(Report& report) {
    const auto here = position<Loa>({}, "8/8/8/w6w/8/8/8/bb1w3b:b:0");
    report.equal(refusal<Loa>({}, here, "b1-f1"), "b1-f1: it may not jump White's piece on d1");
    const auto clear = position<Loa>({}, "8/8/8/w6w/8/8/8/bb1b3b:b:0");
    report.equal(refusal<Loa>({}, clear, "b1-f1"), "legal",
                 "four on the line, one of them behind, own ones jumped");
    report.equal(refusal<Loa>({}, clear, "b1-e1"), "b1-e1: along that line a piece moves 4 cells");
}

void check_connections(Report& report) {
    const Loa::Rules draw, mover{.simultaneous = 1};
    constexpr const char* before = "8/8/b2bwb2/3b3w/7w/7w/7w/8:b:40";
    for (const auto& [rules, expected] :
         {std::pair{draw, "draw both-connected"}, {mover, "black both-connected"}}) {
        const auto after = play<Loa>(rules, position<Loa>(rules, before), "a6xe6");
        report.equal(verdict<Loa>(rules, after), expected);
    }
    constexpr const char* both = "8/8/8/3bb3/3ww3/8/8/8";
    report.equal(verdict_of(mover, std::string(both) + ":b:0"), "white both-connected");
    report.equal(verdict_of(mover, std::string(both) + ":w:1"), "black both-connected");
    report.equal(verdict_of(draw, std::string(both) + ":w:1"), "draw both-connected");
    report.equal(verdict_of(draw, "8/8/8/3bb3/8/w7/8/7w:w:1"), "black connected");
    report.equal(verdict_of(draw, "8/8/8/3bb3/8/w7/8/7w:b:0"), "black connected", "by the opponent's move");
    report.equal(verdict_of(draw, "8/8/8/3b4/8/w7/8/7w:b:0"), "black connected", "one piece counts");
    const auto capture = play<Loa>(draw, position<Loa>(draw, "b7/8/8/4w3/3w4/7b/8/7w:b:0"), "h3xh1");
    report.equal(verdict<Loa>(draw, capture), "white connected", "the opponent alone");
    report.equal(refusal<Loa>(draw, capture, "d4-d5"), "d4-d5: the game is over");
}

void check_no_move(Report& report) {
    const Loa::Rules pass, loss{.nomove = 1};
    const std::string black = std::string(stuck) + ":b:0";
    report.equal(verdict_of(pass, black), "");
    report.equal(verdict_of(loss, black), "white no-move");
    const auto passed = play<Loa>(pass, position<Loa>(pass, black), "pass");
    report.equal(Loa::format_position(pass, passed), std::string(stuck) + ":w:1", "a pass counts as a ply");
    for (const Loa::Rules& rules : {Loa::Rules{.size = 5}, Loa::Rules{.size = 5, .nomove = 1}}) {
        report.equal(verdict_of(rules, std::string(both_stuck) + ":b:0"), "draw stuck");
        report.equal(Loa::count_moves(rules, position<Loa>(rules, std::string(both_stuck) + ":w:1")), 0);
    }
}

void check_setups(Report& report) {
    const auto written = [](const Loa::Rules& rules) {
        return Loa::format_position(rules, Loa::start(rules));
    };
    report.equal(written({}), start);
    report.equal(written({.size = 5}), "1bbb1/w3w/w3w/w3w/1bbb1:b:0");
    report.equal(written({.setup = 1}), "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1:b:0");
    report.equal(written({.size = 7, .setup = 1}), "1bwbwb1/w5w/b5b/w5w/b5b/w5w/1bwbwb1:b:0");
    report.equal(written({.size = 6, .setup = 1}), "1wbwb1/b4w/w4b/b4w/w4b/1bwbw1:b:0");
    report.equal(written({.size = 5, .setup = 1}), "1bwb1/w3w/b3b/w3w/1bwb1:b:0");
}

void check_reading(Report& report) {
    const auto read = [](std::string_view text) { return reading<Loa>({.size = 5}, text); };
    report.equal(read("1bbb1/w3w/w3w/w3w/1bbb1:b"), "1bbb1/w3w/w3w/w3w/1bbb1:b:0");
    report.equal(read("1bbb1/w3w/w3w/w3w/1bbb1:w"), "1bbb1/w3w/w3w/w3w/1bbb1:w:1");
    report.equal(read("1bbb1/w3w/w3w/w3w/1bbb1"),
                 "side: no side to move: a position is rows:side:ply, the side b or w");
    report.equal(read("1bbb1/w3w/w3w/w3w/1bbb1:"), "side: side to move: b or w");
    report.equal(read("1bbb1/w3w/w3w/w3w/1bbb1:B:0"), "side: side to move: b or w");
    report.equal(read("1bbb1/w3w/w3w/w3w/1bbb1:b:1"),
                 "ply: ply 1: Black moves on even plies, White on odd ones");
    for (const char* ply : {"", "x", "-2", "00", "+2", " 0", "0 ", "1000001", "99999999999999999999", "0:0"})
        report.equal(read("1bbb1/w3w/w3w/w3w/1bbb1:b:" + std::string(ply)),
                     "ply: ply: a number from 0 to 1000000", ply);
    report.equal(read("1bbb1/w3w/w3w/w4/1bbbb:b:0"), "rows: 7 black pieces: at most 6 a side");
    report.equal(read("1bbb1/w21w/w3w/w3w/1bbb1:b:0"), "rows: row 4: two numbers side by side");
    report.equal(read("1bbb1/w3w/w0w3/w3w/1bbb1:b:0"), "rows: row 3: 0 is no number of empty cells");
    report.equal(read("1bbb1/w3w/W3w/w3w/1bbb1:b:0"), "rows: row 3: W is no piece (b, w)");
    report.equal(read("1bbb1/w3w/w3w/w3w/1bbb\x01:b:0"), "rows: row 1: a character is no piece (b, w)");
    report.equal(read("1bbb/w3w/w3w/w3w/1bbb1:b:0"), "rows: row 5: 4 cells, not 5");
    report.equal(read("1bbb1/w3w/w3w/w3w/1bbb11:b:0"), "rows: row 1: two numbers side by side");
    report.equal(read("1bbb1/w3w/w3w/w3w/1bbb1b:b:0"), "rows: row 1: 6 cells, not 5");
    report.equal(read("1bbb1/w3w//w3w/1bbb1:b:0"), "rows: row 3: 0 cells, not 5");
    report.equal(read("1bbb1/w3w/w3w/w3w:b:0"), "rows: 4 rows, not 5");
    report.equal(read("1bbb1/5/5/5/5:b:0"), "rows: White has no piece");
    report.equal(read("5/5/5/5/5:b:0"), "rows: Black has no piece");
}

void check_hashes(Report& report) {
    const auto hash = [](const Loa::Rules& rules, std::string_view text) {
        return position<Loa>(rules, text).hash();
    };
    const std::uint64_t base = hash({}, start);
    report.check(base == hash({}, "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1:b:8"), "the ply does not count");
    report.check(base == hash({.setup = 1}, start), "nor how the pieces were set up");
    report.check(base != hash({}, "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1:w:1"), "the side does");
    report.check(base != hash({.simultaneous = 1}, start), "and the rules");
    report.check(base != hash({.nomove = 1}, start), "and the rules");
    report.check(base != hash({.repetition = 1}, start), "and the rules");
}

}  // namespace

int main() {
    Report report;
    check_moving(report);
    check_spelling(report);
    check_whole_line(report);
    check_connections(report);
    check_no_move(report);
    check_setups(report);
    check_reading(report);
    check_hashes(report);
    return report.code();
}
