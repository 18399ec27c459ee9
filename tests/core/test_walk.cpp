// A walk over whole trees and long random games that holds every position against what must be true
// of any: the hash kept and the hash computed, text out and in again, lists and counts.
#include <random>
#include <set>

#include "check.hpp"
#include "games/list.hpp"

using namespace trilogue;

namespace {

/// How many pieces lie on the board, a stack as one.
template <Game G>
int pieces_on(const typename G::Rules& rules, const typename G::Position& position) {
    int pieces = 0;
    each_cell(G::grid(rules).cells,
              [&](unsigned cell) { pieces += G::piece_at(position, cell) != 0 ? 1 : 0; });
    return pieces;
}

template <Game G>
void check_position(test::Report& report, const typename G::Rules& rules,
                    const typename G::Position& position) {
    const std::string text = G::format_position(rules, position);
    report.equal(position.hash(), G::hash_of(rules, position), text + " hash");
    const auto again = G::parse_position(rules, text);
    if (!again) return report.check(false, text + ' ' + again.error().message);
    report.check(again.value() == position, text + " is read as another position");
    report.equal(again.value().hash(), position.hash(), text + " hash when read");
    report.equal(G::format_position(rules, again.value()), text, "written again");
    report.check(G::first_seat(again.value()) == G::first_seat(position), text + " seats");
    report.equal(again.value().ply(), position.ply(), text + " ply");
}

template <Game G>
void check_moves(test::Report& report, const typename G::Rules& rules, const typename G::Position& position,
                 const MovesOf<G>& moves) {
    const std::string text = G::format_position(rules, position);
    report.equal(static_cast<int>(moves.size()), G::count_moves(rules, position), text + " count");
    report.equal(moves.empty(), G::outcome(rules, position).over(), text + " has moves until it is over");
    std::set<std::string> texts;
    std::set<std::uint16_t> codes;
    for (const auto move : moves) {
        const std::string written = G::format_move(rules, position, move);
        texts.insert(written);
        codes.insert(move.code());
        report.check(move.code() != 0 && G::Move::from_code(move.code()) == move, written + " code");
        const auto read = G::parse_move(rules, position, written);
        report.check(read && read.value() == move, text + ": " + written + " is read as another move");
        const auto next = G::after(rules, position, move);
        const bool fewer = pieces_on<G>(rules, next) < pieces_on<G>(rules, position);
        report.equal(G::is_capture(position, move), fewer, text + ' ' + written + " captures");
    }
    report.equal(texts.size(), moves.size(), text + " distinct texts");
    report.equal(codes.size(), moves.size(), text + " distinct codes");
}

template <Game G>
void walk(test::Report& report, const typename G::Rules& rules, const typename G::Position& position,
          int depth) {
    MovesOf<G> moves;
    G::moves(rules, position, moves);
    check_position<G>(report, rules, position);
    check_moves<G>(report, rules, position, moves);
    if (depth == 0) return;
    for (const auto move : moves) walk<G>(report, rules, G::after(rules, position, move), depth - 1);
}

template <Game G>
void wander(test::Report& report, const typename G::Rules& rules, unsigned seed) {
    std::mt19937 random(seed);
    auto position = G::start(rules);
    for (int ply = 0; ply < 150; ply++) {
        MovesOf<G> moves;
        G::moves(rules, position, moves);
        check_position<G>(report, rules, position);
        check_moves<G>(report, rules, position, moves);
        if (moves.empty()) return;
        position = G::after(rules, position, moves[random() % moves.size()]);
    }
}

template <Game G>
void check_game(test::Report& report, std::initializer_list<typename G::Rules> all_rules, int depth) {
    unsigned seed = 1;
    for (const auto& rules : all_rules) {
        walk<G>(report, rules, G::start(rules), depth);
        for (int games = 0; games < 4; games++) wander<G>(report, rules, seed++);
    }
}

}  // namespace

int main() {
    test::Report report;
    check_game<Lag>(report, {{3}, {4}, {5}}, 3);
    check_game<Loa>(
        report, {{}, {.size = 5, .nomove = 1}, {.size = 6, .setup = 1}, {.size = 7, .simultaneous = 1}}, 2);
    check_game<Lot>(report, {{}, {.pie = 1}, {.size = 5}, {.size = 6}, {.size = 8}}, 1);
    walk<Loa>(report, {}, test::position<Loa>({}, "6wb/6ww/8/8/8/8/ww6/bw6:b:0"), 2);
    walk<Lot>(report, {}, test::position<Lot>({}, "w6/2bwb2/3w2w/7/3B1w1/7/w3b2:b:12"), 1);
    return report.code();
}
