// How time is shared out, and which limit ends a search.
#include "check.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/timer.hpp"

using namespace trilogue;
using std::chrono::milliseconds;

namespace {

Limits clock_of(Clocks clocks) {
    Limits limits;
    limits.clocks = clocks;
    return limits;
}

/// Whatever the clock, the time taken leaves some of it.
void within_the_clock(test::Report& report) {
    for (const std::int64_t time : {0, 1, 5, 20, 100, 1000, 60000, 7200000}) {
        for (const std::int64_t inc : {0, 100, 10000}) {
            for (const std::int64_t togo : {-1, 1, 2, 40}) {
                const Budget share = budget(clock_of({.time = time, .inc = inc, .movestogo = togo}), 30);
                report.check(share.soft <= share.hard, "soft before hard");
                report.check(share.hard + move_overhead(milliseconds(time)) <= milliseconds(time),
                             "leaves the overhead");
                report.check(adjusted(share, 0, 30000, 0.0) <= share.hard, "stretched within hard");
                report.check(time < 100 || share.soft.count() > 0, "some time is taken");
            }
        }
    }
}

void shares(test::Report& report) {
    const Budget plain = budget(clock_of({.time = 60000}), 30);
    report.check(plain.soft > milliseconds(1500) && plain.soft < milliseconds(2500), "a thirtieth");
    report.check(budget(clock_of({.time = 60000, .inc = 1000}), 30).soft > plain.soft + milliseconds(500),
                 "increment");
    report.check(budget(clock_of({.time = 60000, .opptime = 600000}), 30).soft < plain.soft,
                 "behind on the clock");
    report.check(budget(clock_of({.time = 60000, .opptime = 6000}), 30).soft > plain.soft,
                 "ahead on the clock");
    report.check(budget(clock_of({.time = 60000, .movestogo = 2}), 30).soft > 5 * plain.soft, "moves to go");
    Limits both = clock_of({.time = 60000});
    both.movetime = 50;
    report.check(budget(both, 30).hard == milliseconds(50), "the first limit counts");
    report.check(!budget({}, 30).limited(), "no limit");
    report.check(budget({.movetime = INT64_MAX}, 30).hard < Microseconds::max() / 2, "no overflow");
}

void ponderhit_starts_the_limits(test::Report& report) {
    Limits limits = clock_of({.time = 10});
    limits.ponder = true;
    limits.nodes = 100;
    limits.depth = 4;
    Timer timer(limits, 30);
    report.check(timer.endless() && !timer.deep_enough(90), "nothing ends it");
    report.check(timer.node_limit() > 1000000, "no node limit yet");
    timer.ponderhit({SteadyClock::now() - milliseconds(500), {.time = 60000}}, 5000);
    report.check(!timer.endless() && timer.deep_enough(4), "limits count");
    report.equal(timer.node_limit(), 5100U, "nodes from the hit on");
    report.check(!timer.out_of_time(), "the clock that came with it counts");
    limits.infinite = true;
    Timer infinite(limits, 30);
    infinite.ponderhit({SteadyClock::now(), {}}, 0);
    report.check(infinite.endless(), "infinite stays");
}

void mailbox(test::Report& report) {
    Control control;
    control.stop();
    control.ponderhit({.time = 7});
    report.check(control.stopped(), "a stop waits");
    report.equal(control.take_hit()->clocks.time, 7);
    report.check(!control.take_hit(), "taken once");
    control.ponderhit({});
    control.arm();
    report.check(!control.stopped() && !control.take_hit(), "emptied");
    const Instant begun = SteadyClock::now();
    control.wait_until(begun + milliseconds(20));
    report.check(SteadyClock::now() >= begun + milliseconds(20), "waits");
    control.stop();
    control.wait_until(begun + std::chrono::hours(1));
    report.check(control.stopped(), "does not wait when stopped");
}

}  // namespace

int main() {
    test::Report report;
    within_the_clock(report);
    shares(report);
    ponderhit_starts_the_limits(report);
    mailbox(report);
    return report.code();
}
