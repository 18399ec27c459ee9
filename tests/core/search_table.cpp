// The transposition table: what goes in comes out, under one thread and under several.
#include <cstdint>
#include <thread>
#include <vector>

#include "base/zobrist.hpp"
#include "check.hpp"
#include "search/table.hpp"

using namespace trilogue;

namespace {

/// An entry that says by itself which key it belongs to.
Known entry_for(std::uint64_t key) {
    Known known;
    known.move = static_cast<std::uint16_t>(key | 1);
    known.score = static_cast<Score>(key % 60000) - 30000;
    known.evaluation = static_cast<Score>(key / 7 % 40000) - 20000;
    known.depth = static_cast<int>(key % 50);
    known.bound = static_cast<Bound>(1 + key % 3);
    known.solved = key % 5 == 0;
    return known;
}

bool same(const Known& a, const Known& b) {
    return a.move == b.move && a.score == b.score && a.evaluation == b.evaluation && a.depth == b.depth &&
           a.bound == b.bound && a.solved == b.solved;
}

void round_trip(test::Report& report) {
    TranspositionTable table(1);
    report.check(table.prepare(), "prepare");
    for (std::uint64_t i = 1; i < 3000; ++i) {
        const std::uint64_t key = zobrist::mix(i);
        report.check(!table.probe(key), "empty");
        table.store(key, entry_for(key));
        const auto found = table.probe(key);
        report.check(found && same(*found, entry_for(key)), "round trip");
    }
    const std::uint64_t key = zobrist::mix(1);
    Known without_score;
    without_score.move = 5;
    table.clear();
    report.check(table.prepare() && !table.probe(key), "cleared");
    table.store(key, without_score);
    const auto found = table.probe(key);
    report.check(found && found->bound == Bound::none && found->score == score_none && found->move == 5,
                 "move only");
    table.resize(2);
    report.equal(table.mebibytes(), 2U);
    report.check(table.prepare() && !table.probe(key), "resized");
}

void keeps_what_is_worth_more(test::Report& report) {
    TranspositionTable table(1);
    report.check(table.prepare(), "prepare");
    const std::uint64_t key = zobrist::mix(99);
    table.store(key, {.move = 7, .score = 10, .evaluation = 1, .depth = 9, .bound = Bound::lower});
    table.store(key, {.move = 8, .score = 20, .evaluation = 1, .depth = 3, .bound = Bound::upper});
    report.equal(table.probe(key)->depth, 9, "a shallow bound does not replace a deep one");
    table.store(key, {.move = 0, .score = 20, .evaluation = 1, .depth = 10, .bound = Bound::upper});
    report.equal(table.probe(key)->depth, 10, "a deeper one does");
    report.equal(table.probe(key)->move, 7, "a move is not forgotten for none");
    report.check(table.prepare(), "next search");
    table.store(key, {.move = 9, .score = 30, .evaluation = 1, .depth = 1, .bound = Bound::upper});
    report.equal(table.probe(key)->move, 9, "an old one makes room");
}

void fills(test::Report& report) {
    TranspositionTable table(1);
    report.check(table.prepare(), "prepare");
    report.equal(table.hashfull(), 0);
    for (std::uint64_t i = 0; i < 32768; ++i) table.store(zobrist::mix(i), entry_for(zobrist::mix(i)));
    const int half = table.hashfull();
    report.check(half > 400 && half < 560, "32768 entries in 65536 places, as chance spreads them");
    for (std::uint64_t i = 0; i < 1000000; ++i) table.store(zobrist::mix(i), entry_for(zobrist::mix(i)));
    report.equal(table.hashfull(), 1000);
    report.check(table.prepare(), "next search");
    report.equal(table.hashfull(), 0, "of this search");
}

/// Threads write different entries over one another; whatever is found is whole.
void torn_entries_are_misses(test::Report& report) {
    TranspositionTable table(1);
    report.check(table.prepare(), "prepare");
    constexpr std::uint64_t keys = 40;
    std::vector<std::thread> threads;
    std::atomic<int> faults = 0;
    for (std::uint64_t number = 0; number < 4; ++number) {
        threads.emplace_back([&, number] {
            for (std::uint64_t i = 0; i < 60000; ++i) {
                // All keys share their upper half, and so one cluster.
                const std::uint64_t key = (zobrist::mix(i * 4 + number) % keys) * 0x9e3779b1U + 1;
                if (const auto found = table.probe(key); found && !same(*found, entry_for(key))) ++faults;
                Known known = entry_for(key);
                table.store(key, known);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    report.equal(faults.load(), 0, "torn entries");
}

void scores(test::Report& report) {
    report.check(is_win(win_in(1)) && is_win(win_in(max_win_distance)) && !is_win(score_heuristic_limit),
                 "wins");
    report.check(is_loss(loss_in(0)) && !is_loss(-score_heuristic_limit), "losses");
    report.check(!is_decided(score_infinite) && !is_decided(-score_infinite) && !is_decided(score_none),
                 "no scores");
    report.equal(distance(win_in(7)), 7);
    report.equal(distance(loss_in(8)), 8);
    report.equal(heuristic(0), 1, "0 is a draw by rule");
    report.equal(heuristic(99999), score_heuristic_limit);
    for (const Score score : {win_in(9), loss_in(12), Score{35}, score_draw})
        report.equal(from_table(to_table(score, 5), 5), score);
    report.equal(from_table(to_table(win_in(9), 5), 3), win_in(7), "nearer to the root by two");
}

}  // namespace

int main() {
    test::Report report;
    round_trip(report);
    keeps_what_is_worth_more(report);
    fills(report);
    torn_entries_are_misses(report);
    scores(report);
    return report.code();
}
