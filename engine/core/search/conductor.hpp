// Runs the threads of one search, and watches over them.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/lines.hpp"
#include "search/root.hpp"
#include "search/timer.hpp"
#include "search/worker.hpp"

namespace trilogue {

/// The thread that calls `run` is the first worker and the only one that looks at clocks, limits and the
/// mailbox. The others (lazy SMP: found by many, described for Stockfish 7) search the same root from other
/// depths until told to end, and help by what they leave in the table.
template <Evaluated G>
class Conductor {
  public:
    Conductor(const typename G::Rules& rules, const typename G::Position& root,
              std::span<const std::uint64_t> past, const Limits& limits, TranspositionTable& table,
              Control& control, const OnInfo& on_info, Width width)
        : limits_(limits),
          control_(control),
          on_info_(on_info),
          timer_(limits, expected_moves(root)),
          shared_(table, static_cast<std::size_t>(std::max(limits.threads, 1)), limits.seed) {
        roots_.reserve(shared_.nodes.size());
        for (NodeCount& nodes : shared_.nodes) {
            workers_.push_back(std::make_unique<Worker<G>>(rules, root, past, shared_, nodes, width));
            roots_.emplace_back(*workers_.back(), limits.searchmoves, limits.multipv);
        }
        workers_[0]->set_supervisor([this] { return goes_on(); });
        set_node_limit();
    }

    Answer run() {
        {
            const Helpers helpers(*this);
            iterations();
        }
        linger();
        Answer answer{snapshot(best_root().lines())};
        Line& best = answer.info.lines[0];
        complete(*workers_[0], shared_.table, best, 2);
        return answer;
    }

  private:
    using Milliseconds = std::chrono::milliseconds;

    /// The other threads, from construction to destruction.
    class Helpers {
      public:
        explicit Helpers(Conductor& conductor) : ended_(conductor.shared_.ended) {
            threads_.reserve(conductor.roots_.size() - 1);
            try {
                for (std::size_t i = 1; i < conductor.roots_.size(); ++i)
                    threads_.emplace_back([&root = conductor.roots_[i], i] { help(root, i); });
            } catch (...) {
                end();
                throw;
            }
        }
        ~Helpers() { end(); }
        Helpers(const Helpers&) = delete;
        Helpers& operator=(const Helpers&) = delete;

      private:
        static void help(RootSearch<G>& root, std::size_t number) {
            for (int depth = 1 + static_cast<int>(number % 2); depth < max_search_ply; ++depth)
                if (!root.iterate(depth) || root.settled()) return;
        }
        void end() {
            ended_.store(true, std::memory_order_relaxed);
            for (std::thread& thread : threads_) thread.join();
        }
        std::atomic<bool>& ended_;
        std::vector<std::thread> threads_;
    };

    static int expected_moves(const typename G::Position& root) {
        return std::max(Tactics<G>::game_length - static_cast<int>(root.ply() / 2),
                        Tactics<G>::game_length / 2);
    }

    void set_node_limit() {
        // Several threads together stop near the limit, by the sum; one stops at it.
        if (shared_.nodes.size() == 1) workers_[0]->set_node_limit(timer_.node_limit());
    }

    void iterations() {
        RootSearch<G>& root = roots_[0];
        for (int depth = 1; depth < max_search_ply; ++depth) {
            if (!root.iterate(depth)) return;
            finished_ = root.lines();
            if (!report()) return;
            if (root.settled() || timer_.deep_enough(depth)) return;
            if (!timer_.endless() && timer_.on_clock() && root.moves().size() == 1 && depth >= quick_depth)
                return;
            if (timer_.enough_time(root.stable(), root.drop(), root.effort())) return;
        }
    }

    /// With nothing left to search, an endless search still waits to be told.
    void linger() {
        while (!ended_ && timer_.endless()) {
            control_.wait_until(last_report_ + interval());
            if (control_.stopped()) return;
            take_ponderhit();
            if (SteadyClock::now() - last_report_ >= interval() && !report()) return;
        }
    }

    void take_ponderhit() {
        if (const auto hit = control_.take_hit()) {
            timer_.ponderhit(*hit, shared_.total_nodes());
            set_node_limit();
        }
    }

    /// Called by the first worker every few hundred nodes.
    bool goes_on() {
        take_ponderhit();
        if (control_.stopped() || timer_.out_of_time() || shared_.total_nodes() >= timer_.node_limit() ||
            timer_.deep_enough(roots_[0].completed()))
            ended_ = true;
        // An info that is due a little early is in time; one that is late is not.
        if (!ended_ && SteadyClock::now() - last_report_ >= interval() - interval() / 20) report();
        return !ended_;
    }

    /// Tells how the search stands. False: the search is to end.
    bool report() {
        last_report_ = SteadyClock::now();
        if (on_info_ && !on_info_(current())) ended_ = true;
        return !ended_;
    }

    Info current() {
        std::vector<Line> lines = roots_[0].lines();
        if (lines.size() > 1) {
            // Within an iteration some lines are of the last depth and some of this: not to be compared.
            if (!finished_.empty()) lines = finished_;
            std::stable_sort(lines.begin(), lines.end(),
                             [](const Line& a, const Line& b) { return a.score > b.score; });
        }
        return snapshot(std::move(lines));
    }

    Info snapshot(std::vector<Line> lines) {
        for (Line& line : lines) complete(*workers_[0], shared_.table, line, 0);
        return {.lines = std::move(lines),
                .nodes = shared_.total_nodes(),
                .microseconds = timer_.since_begin().count(),
                .hashfull = shared_.table.hashfull()};
    }

    /// The first thread's result, unless another has a shorter win or, with none won, looked deeper.
    const RootSearch<G>& best_root() const {
        const RootSearch<G>* best = &roots_[0];
        if (best->lines_wanted() > 1) return *best;
        for (const RootSearch<G>& root : roots_) {
            const RootMove& mine = root.moves()[0];
            const RootMove& theirs = best->moves()[0];
            const bool deeper =
                mine.depth > theirs.depth && mine.bound == Bound::exact && !is_win(theirs.score);
            if (deeper || (is_win(mine.score) && mine.score > theirs.score)) best = &root;
        }
        return *best;
    }

    [[nodiscard]] SteadyClock::duration interval() const { return Milliseconds(limits_.info_interval); }

    static constexpr int quick_depth = 6;  ///< for the only legal move: enough to have a reply to ponder on

    const Limits& limits_;
    Control& control_;
    const OnInfo& on_info_;
    Timer timer_;
    Shared shared_;
    std::vector<std::unique_ptr<Worker<G>>> workers_;
    std::vector<RootSearch<G>> roots_;
    std::vector<Line> finished_;  ///< of the last whole iteration
    Instant last_report_ = SteadyClock::now();
    bool ended_ = false;
};

}  // namespace trilogue
