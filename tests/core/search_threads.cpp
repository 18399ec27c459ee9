// Whole searches: limits, reproducibility, several threads, steering from outside. Run under ThreadSanitizer
// too.
#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include "check.hpp"
#include "search/games.hpp"
#include "search/search.hpp"

using namespace trilogue;

namespace {

template <Evaluated G>
struct Slot {
    TranspositionTable table{4};
    Control control;
    typename G::Rules rules{};

    Answer run(const Limits& limits, const OnInfo& on_info = {}, std::span<const std::uint64_t> past = {}) {
        return search<G>(rules, G::start(rules), past, limits, table, control, on_info);
    }
};

template <Evaluated G>
void node_limit_is_exact(test::Report& report) {
    for (const std::int64_t nodes : {1, 2, 100, 511, 512, 513, 7777}) {
        Slot<G> slot;
        const Answer answer = slot.run({.nodes = nodes});
        report.equal(answer.info.nodes, static_cast<std::uint64_t>(nodes), G::name);
        report.check(answer.move() != 0, "a move");
    }
}

template <Evaluated G>
void reproducible(test::Report& report) {
    const auto outcome = [](std::uint64_t seed) {
        Slot<G> slot;
        std::vector<std::vector<std::uint16_t>> lines;
        std::vector<Score> scores;
        slot.run({.nodes = 20000, .seed = seed}, [&](const Info& info) {
            lines.push_back(info.lines[0].pv);
            scores.push_back(info.lines[0].score);
            return true;
        });
        return std::pair(lines, scores);
    };
    report.check(outcome(0) == outcome(0) && outcome(5) == outcome(5), "the same again");
    std::set<std::vector<Score>> different;
    for (std::uint64_t seed = 0; seed < 8; ++seed) different.insert(outcome(seed).second);
    report.check(different.size() > 1, "seeds differ");
}

template <Evaluated G>
void threads_and_lines(test::Report& report) {
    Slot<G> slot;
    for (const int multipv : {1, 3}) {
        const Answer answer =
            slot.run({.nodes = 60000, .multipv = multipv, .threads = 3}, [&](const Info& info) {
                std::set<std::uint16_t> first;
                for (std::size_t i = 0; i < info.lines.size(); ++i) {
                    report.check(first.insert(info.lines[i].pv[0]).second, "lines differ");
                    report.check(i == 0 || info.lines[i - 1].score >= info.lines[i].score, "best first");
                }
                return true;
            });
        report.equal(answer.info.lines.size(), static_cast<std::size_t>(multipv));
        report.check(answer.info.nodes >= 60000, "as many as asked for");
    }
}

void steered_from_outside(test::Report& report) {
    Slot<Loa> slot;
    slot.control.stop();
    report.check(slot.run({.infinite = true}).info.nodes < 2000, "stopped before it began");
    slot.control.arm();
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        slot.control.ponderhit({.time = 100000});
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        slot.control.stop();
    });
    const Answer answer = slot.run({.ponder = true, .threads = 2});
    stopper.join();
    report.check(answer.info.microseconds >= 90000, "pondered until told");
    slot.control.arm();
    slot.control.ponderhit({});
    report.equal(slot.run({.nodes = 1000, .ponder = true}).info.nodes, 1000U, "a hit before it began");
    slot.control.arm();
    int infos = 0;
    slot.run({.infinite = true}, [&](const Info&) { return ++infos < 3; });
    report.equal(infos, 3, "the one who is told may end it");
}

/// A node may have to wait for a page of the table, so in a new one no two may pass without a look at the
/// clock.
void looks_up_often_at_first(test::Report& report) {
    Slot<Loa> slot;
    std::uint64_t before = 0, early = 0, later = 0;
    slot.run({.nodes = 3000, .info_interval = 0}, [&](const Info& info) {
        std::uint64_t& most = before < 256 ? early : later;
        most = std::max(most, info.nodes - before);
        before = info.nodes;
        return true;
    });
    report.equal(early, 1U, "each of the first nodes");
    report.equal(later, 16U, "then every few");
}

void repetition_is_seen(test::Report& report) {
    // The position after these moves has come twice; once more is a draw, which the side behind takes.
    const Loa::Rules rules;
    auto position = Loa::start(rules);
    std::vector<std::uint64_t> past;
    for (const char* move : {"b1-h1", "h7-f7", "h1-b1", "f7-h7", "b1-h1", "h7-f7", "h1-b1"}) {
        const auto parsed = Loa::parse_move(rules, position, move);
        if (!parsed) return report.check(false, parsed.error().message);
        past.push_back(position.hash());
        position = Loa::after(rules, position, parsed.value());
    }
    const auto draw = Loa::parse_move(rules, position, "f7-h7");
    if (!draw) return report.check(false, draw.error().message);
    TranspositionTable table(1);
    Control control;
    const Limits limits{.depth = 1, .searchmoves = {draw.value().code()}};
    const Line line = search<Loa>(rules, position, past, limits, table, control, {}).info.lines[0];
    report.check(line.score == score_draw && line.solved, "the third occurrence draws");
    const Line fresh = search<Loa>(rules, position, {}, limits, table, control, {}).info.lines[0];
    report.check(fresh.score != score_draw, "not without that history");
    Path path(past, 3);
    report.check(path.signature() != Path({}, 3).signature(), "proofs are kept apart");
}

}  // namespace

int main() {
    test::Report report;
    node_limit_is_exact<Loa>(report);
    node_limit_is_exact<Lag>(report);
    node_limit_is_exact<Lot>(report);
    reproducible<Loa>(report);
    reproducible<Lag>(report);
    reproducible<Lot>(report);
    threads_and_lines<Loa>(report);
    threads_and_lines<Lag>(report);
    threads_and_lines<Lot>(report);
    steered_from_outside(report);
    looks_up_often_at_first(report);
    repetition_is_seen(report);
    return report.code();
}
