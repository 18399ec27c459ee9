// What evaluations keep move by move against the same computed anew, and against the rules.
#include <cstddef>
#include <cstdlib>
#include <string>

#include "check.hpp"
#include "random_games.hpp"
#include "search/games.hpp"

using namespace trilogue;

namespace {

constexpr int games = 60, plies = 60;

/// Judged alike by the memo kept along the game, by a fresh one, and by the rules; the terms add up.
template <Evaluated G>
void along_games(test::Report& report, const typename G::Rules& rules) {
    using E = Evaluation<G>;
    test::Random random(5);
    for (int game = 0; game < games; ++game) {
        auto memo = E::of(rules, G::start(rules));
        test::random_game<G>(rules, random, plies, [&](const auto& before, auto move, const auto& after) {
            E::advance(rules, before, move, after, memo);
            const auto fresh = E::of(rules, after);
            const std::string what = G::format_position(rules, after);
            const Standing rule = standing_of(G::outcome(rules, after), after.side());
            report.check(E::standing(rules, after, memo) == rule, what + " standing");
            report.check(E::standing(rules, after, fresh) == rule, what + " standing anew");
            const Score value = E::evaluate(rules, after, memo);
            report.equal(value, E::evaluate(rules, after, fresh), what);
            Terms terms;
            E::terms(rules, after, terms);
            report.equal(terms.sum(), value, what + " terms");
            report.check(std::abs(value) < score_heuristic_limit, what + " range");
        });
    }
}

int worth_of_moves(const Loa::Rules& rules, const Loa::Position& position, Side side) {
    int worth = 0;
    const int last = rules.size - 1;
    const auto at_edge = [&](unsigned cell) {
        const int row = static_cast<int>(cell / 8), column = static_cast<int>(cell % 8);
        return row == 0 || column == 0 || row == last || column == last;
    };
    Loa::each_jump(rules, position, side, [&](unsigned, Bits to) {
        const int base = (position.pieces(other(side)) & to) != 0 ? 4 : 2;
        worth += at_edge(lowest(to)) ? base / 2 : base;
    });
    return worth;
}

void loa_mobility(test::Report& report, const Loa::Rules& rules) {
    test::Random random(6);
    for (int game = 0; game < games; ++game) {
        test::random_game<Loa>(rules, random, plies, [&](const auto& position, auto, const auto&) {
            const loa::Mobility mobility(loa::LineTables::of(rules.size), position.pieces(Side::black),
                                         position.pieces(Side::white));
            for (const Side side : {Side::black, Side::white})
                report.equal(mobility.of(side), worth_of_moves(rules, position, side),
                             Loa::format_position(rules, position));
        });
    }
}

int groups(Bits men) {
    int found = 0;
    for (; men != 0; ++found) {
        Bits group = bit(lowest(men));
        for (Bits before = 0; before != group;) {
            before = group;
            constexpr Bits not_a = 0xfefefefefefefefeU, not_h = 0x7f7f7f7f7f7f7f7fU;
            const Bits wide = group | (group << 1 & not_a) | (group >> 1 & not_h);
            group = (wide | wide << 8 | wide >> 8) & men;
        }
        men &= ~group;
    }
    return found;
}

/// Euler's number is groups less holes: never more than the groups, and the same where nothing can be
/// enclosed.
void loa_euler(test::Report& report) {
    test::Random random(7);
    for (int i = 0; i < 20000; ++i) {
        const Bits men = random() & random() & random();
        report.check(loa::euler(men).number <= groups(men), "more than the groups");
        const Bits strip = men & 0xffffU;  // two rows enclose nothing
        report.equal(loa::euler(strip).number, groups(strip), "strip");
    }
    report.equal(loa::euler(0x0000001c141c0000U).number, 0, "a ring: one group, one hole");
    report.equal(loa::euler(0x0000001c1c1c0000U).number, 1, "a block");
    report.equal(loa::euler(0x8000000000000001U).number, 2, "two corners");
    report.equal(loa::euler(0x8040201008040201U).number, 1, "a diagonal");
}

/// The worth of a position does not depend on who is called black.
void loa_colours(test::Report& report) {
    const Loa::Rules rules;
    test::Random random(8);
    test::random_game<Loa>(rules, random, plies, [&](const auto& position, auto, const auto&) {
        std::string text = Loa::format_position(rules, position);
        for (char& c : text) c = c == 'b' ? 'w' : c == 'w' ? 'b' : c;
        text.resize(text.rfind(':'));
        const auto mirrored = test::position<Loa>(rules, text);
        const auto value = [&](const Loa::Position& p) {
            return Evaluation<Loa>::evaluate(rules, p, Evaluation<Loa>::of(rules, p));
        };
        report.equal(value(mirrored), value(position), text);
    });
}

/// Nor does it in LAG, with the board turned round.
void lag_colours(test::Report& report, const Lag::Rules& rules) {
    test::Random random(10);
    for (int game = 0; game < games; ++game) {
        test::random_game<Lag>(rules, random, plies, [&](const auto& position, auto, const auto&) {
            const std::string text = Lag::format_position(rules, position);
            const std::size_t end = text.find(':');
            std::string turned(text.rend() - static_cast<std::ptrdiff_t>(end), text.rend());
            turned += text.substr(end, 2);
            for (char& c : turned) c = c == 'b' ? 'w' : c == 'w' ? 'b' : c;
            const auto value = [&](const Lag::Position& p) {
                return Evaluation<Lag>::evaluate(rules, p, {});
            };
            report.equal(value(test::position<Lag>(rules, turned)), value(position), text);
        });
    }
}

/// Late in the game moves in hand are a burden, as are rows to go: who cannot move wins, unless he has more
/// objects.
void lag_burden(test::Report& report) {
    const Lag::Rules rules;
    const auto value = [&](const char* text) {
        return Evaluation<Lag>::evaluate(rules, test::position<Lag>(rules, text), {});
    };
    report.check(value("2www/2w3/7/8/9/1bbb4/7/6/5:w") > 0, "White has nearly done, White to move");
    report.check(value("2www/2w3/7/8/9/1bbb4/7/6/5:b") < 0, "White has nearly done, Black to move");
}

bool can_win(const Lot::Rules& rules, const Lot::Position& position) {
    Lot::Moves moves;
    Lot::moves(rules, position, moves);
    for (const Lot::Move move : moves)
        if (Lot::outcome(rules, Lot::after(rules, position, move)).won_by(position.side())) return true;
    return false;
}

void lot_wins(test::Report& report, const Lot::Rules& rules) {
    test::Random random(9);
    int wins = 0;
    for (int game = 0; game < 4 * games; ++game) {
        test::random_game<Lot>(rules, random, 100, [&](const auto& position, auto, const auto&) {
            const bool wins_now = Tactics<Lot>::wins_now(rules, position);
            report.check(wins_now == can_win(rules, position), Lot::format_position(rules, position));
            wins += wins_now ? 1 : 0;
        });
    }
    report.check(wins > games, "hardly a win was seen");
}

}  // namespace

int main() {
    test::Report report;
    for (std::uint8_t size = 5; size <= 8; ++size) {
        along_games<Loa>(report, {.size = size});
        loa_mobility(report, {.size = size});
        along_games<Lot>(report, {.size = size});
        lot_wins(report, {.size = size, .pie = 1});
    }
    along_games<Loa>(report, {.simultaneous = 1, .nomove = 1, .setup = 1});
    for (std::uint8_t size = 3; size <= 5; ++size) {
        along_games<Lag>(report, {size});
        lag_colours(report, {size});
    }
    lag_burden(report);
    loa_euler(report);
    loa_colours(report);
    return report.code();
}
