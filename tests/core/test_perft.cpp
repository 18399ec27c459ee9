// Known perft counts, and that a perft can be stopped.
#include <initializer_list>

#include "check.hpp"
#include "games/list.hpp"
#include "perft.hpp"

using namespace trilogue;

namespace {

using Counts = std::initializer_list<std::uint64_t>;

template <Game G>
void check(test::Report& report, const typename G::Rules& rules, const char* text, Counts counts) {
    const std::atomic<bool> stop{false};
    const auto start = *text == '\0' ? G::start(rules) : test::position<G>(rules, text);
    int depth = 0;
    for (const std::uint64_t expected : counts)
        report.equal(perft<G>(rules, start, ++depth, stop).value(), expected,
                     G::format_position(rules, start));
    report.equal(perft<G>(rules, start, 0, stop).value(), 1U, "depth 0");
}

void check_stop(test::Report& report) {
    const std::atomic<bool> stop{true};
    report.check(!perft<Loa>({}, Loa::start({}), 90, stop).has_value(), "stopped");
}

}  // namespace

int main() {
    test::Report report;
    check<Lag>(report, {3}, "", {8, 64, 600, 5668});
    check<Lag>(report, {4}, "", {10, 100, 1220, 14880, 204336});
    check<Lag>(report, {5}, "", {12, 144, 2088, 30276, 512562});
    check<Loa>(report, {}, "", {36, 1244, 44952, 1563208});
    check<Loa>(report, {.size = 6}, "", {24, 524, 11440});
    check<Loa>(report, {.setup = 1}, "", {32, 992, 32000});
    check<Loa>(report, {}, "6wb/6ww/8/8/8/8/ww6/bw6:b:0", {1, 22, 22});
    check<Lot>(report, {}, "", {49, 2401, 112896});
    check<Lot>(report, {.pie = 1}, "", {49, 2352, 110544});
    check<Lot>(report, {.size = 5}, "", {25, 625, 14400});
    check<Lot>(report, {}, "w6/2bwb2/3w2w/7/3B1w1/7/w3b2:b:12", {39, 1710, 67066});
    check_stop(report);
    return report.code();
}
