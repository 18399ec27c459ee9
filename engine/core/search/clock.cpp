#include "search/clock.hpp"

#include <algorithm>

namespace trilogue {
namespace {

using std::chrono::milliseconds;

// A longer figure would overflow when added to an instant, and no search lasts a year.
constexpr std::int64_t longest = std::int64_t{366} * 24 * 3600 * 1000;

Microseconds ms(std::int64_t given) {
    return milliseconds(std::clamp<std::int64_t>(given, 0, longest));
}

Microseconds scaled(Microseconds time, double factor) {
    return Microseconds(static_cast<std::int64_t>(static_cast<double>(time.count()) * factor));
}

/// More when the opponent has less time left than we, less when more: a fifth either way at most.
double against_opponent(Microseconds ours, std::int64_t opptime) {
    if (opptime == not_given || ours.count() == 0) return 1.0;
    const double theirs = static_cast<double>(ms(opptime).count());
    const double mine = static_cast<double>(ours.count());
    return std::clamp(1.0 + 0.25 * (mine - theirs) / (mine + theirs), 0.8, 1.2);
}

Budget of_clock(const Clocks& clocks, int expected_moves) {
    const Microseconds left = ms(clocks.time);
    const Microseconds usable = std::max(left - move_overhead(left), Microseconds(0));
    const std::int64_t moves = clocks.movestogo > 0 ? std::min<std::int64_t>(clocks.movestogo, expected_moves)
                                                    : std::int64_t{expected_moves};
    const Microseconds increment = ms(clocks.inc);
    const Microseconds share =
        scaled(usable / moves + scaled(increment, 0.75), against_opponent(left, clocks.opptime));
    Budget result;
    // The last move before more time is added may use nearly all; otherwise never more than a part.
    const Microseconds most = moves == 1 ? scaled(usable, 0.9) : scaled(usable, 0.4);
    result.soft = std::min(share, most);
    result.hard = std::min(scaled(result.soft, 3.0), most);
    return result;
}

}  // namespace

Microseconds move_overhead(Microseconds left) {
    return std::min<Microseconds>(milliseconds(20), left / 4);
}

Budget budget(const Limits& limits, int expected_moves) {
    Budget result;
    if (limits.clocks.time != not_given) result = of_clock(limits.clocks, std::max(expected_moves, 1));
    if (limits.movetime != not_given) {
        const Microseconds most = ms(limits.movetime);
        result.soft = std::min(result.soft, most);
        result.hard = std::min(result.hard, most);
    }
    return result;
}

Microseconds adjusted(const Budget& budget, int stable, Score drop, double effort) {
    if (!budget.limited()) return budget.soft;
    double factor = 1.25 - 0.07 * std::min(stable, 9);
    factor += std::clamp(static_cast<double>(drop) / 200.0, 0.0, 0.8);
    if (effort > 0.9) factor *= 0.7;
    return std::min(scaled(budget.soft, factor), budget.hard);
}

}  // namespace trilogue
