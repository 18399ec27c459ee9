// Which limits have been reached.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"

namespace trilogue {

/// The limits of one search, with ponderhits taken into account. Used by one thread.
class Timer {
  public:
    Timer(const Limits& limits, int expected_moves)
        : limits_(limits), expected_moves_(expected_moves), begun_(SteadyClock::now()), running_(begun_) {
        endless_ = limits.infinite || limits.ponder;
        if (!limits.ponder) budget_ = budget(limits_, expected_moves_);
    }

    /// The limits run from the ponderhit's receipt; `nodes` made so far do not count.
    void ponderhit(const PonderHit& hit, std::uint64_t nodes) {
        if (!limits_.ponder) return;
        limits_.ponder = false;
        endless_ = limits_.infinite;
        replace(limits_.clocks.time, hit.clocks.time);
        replace(limits_.clocks.inc, hit.clocks.inc);
        replace(limits_.clocks.opptime, hit.clocks.opptime);
        replace(limits_.clocks.oppinc, hit.clocks.oppinc);
        replace(limits_.clocks.movestogo, hit.clocks.movestogo);
        running_ = std::max(hit.received, begun_);
        nodes_before_ = nodes;
        budget_ = budget(limits_, expected_moves_);
    }

    /// Whether only a stop can end the search.
    [[nodiscard]] bool endless() const { return endless_; }
    [[nodiscard]] bool on_clock() const { return limits_.clocks.time != not_given; }
    [[nodiscard]] Microseconds since_begin() const { return since(begun_); }
    [[nodiscard]] bool out_of_time() const {
        return !endless_ && budget_.limited() && since(running_) >= budget_.hard;
    }
    /// Whether so much of the clock is used that a new iteration is not worth beginning.
    [[nodiscard]] bool enough_time(int stable, Score drop, double effort) const {
        return !endless_ && on_clock() && since(running_) >= adjusted(budget_, stable, drop, effort);
    }
    [[nodiscard]] bool deep_enough(int depth) const {
        return !endless_ && limits_.depth != not_given && depth >= limits_.depth;
    }
    /// The number of nodes at which the search ends.
    [[nodiscard]] std::uint64_t node_limit() const {
        if (endless_ || limits_.nodes == not_given) return std::numeric_limits<std::uint64_t>::max();
        return nodes_before_ + static_cast<std::uint64_t>(limits_.nodes);
    }

  private:
    static Microseconds since(Instant instant) {
        return std::chrono::duration_cast<Microseconds>(SteadyClock::now() - instant);
    }
    static void replace(std::int64_t& old, std::int64_t given) {
        if (given != not_given) old = given;
    }

    Limits limits_;
    int expected_moves_;
    Instant begun_;
    Instant running_;  ///< since when the limits run
    std::uint64_t nodes_before_ = 0;
    Budget budget_;
    bool endless_;
};

}  // namespace trilogue
