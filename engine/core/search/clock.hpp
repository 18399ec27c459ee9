// How long to think.
#pragma once

#include <chrono>
#include <cstdint>

#include "search/limits.hpp"

namespace trilogue {

using SteadyClock = std::chrono::steady_clock;
using Instant = SteadyClock::time_point;
using Microseconds = std::chrono::microseconds;

/// Time to think from the moment the clock runs: after `soft` no new iteration begins, at `hard` the
/// search ends wherever it is.
struct Budget {
    Microseconds soft = Microseconds::max();
    Microseconds hard = Microseconds::max();

    [[nodiscard]] bool limited() const { return hard != Microseconds::max(); }
};

/// What is kept back of a clock, for the way of the answer to whoever holds it: 20 ms, or less when
/// there is hardly more.
Microseconds move_overhead(Microseconds left);

/// Shares out the clock: `expected_moves` is how many moves the player is likely to have left. A movetime
/// is meant to the millisecond and has no overhead taken off.
Budget budget(const Limits& limits, int expected_moves);

/// Stretches or shrinks `soft` by how the iterations went. `stable`: iterations in a row with the same best
/// move; `drop`: how far the best score fell since the last iteration; `effort`: the best move's share of
/// all nodes, 0 to 1.
Microseconds adjusted(const Budget& budget, int stable, Score drop, double effort);

}  // namespace trilogue
