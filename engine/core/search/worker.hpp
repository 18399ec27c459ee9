// One thread's search: alpha-beta over the game tree from a root.
//
// Principal variation search (A. Reinefeld, "An improvement to the Scout tree-search algorithm", ICCA
// Journal 6(4), 1983) with a transposition table, the null move (C. Donninger 1993; in LOA: M. Winands, PhD
// thesis, Maastricht 2004), late move reductions, and static pruning near the leaves. Threads share only
// the table and meet nowhere else (lazy SMP).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>

#include "base/zobrist.hpp"
#include "eval/evaluation.hpp"
#include "search/frame.hpp"
#include "search/ordering.hpp"
#include "search/path.hpp"
#include "search/shared.hpp"
#include "search/tactics.hpp"

namespace trilogue {

/// Whether the search takes risks for speed. `full` searches all moves to the nominal depth, as a plain
/// minimax would, and finds every distance exactly; it is there to be compared with.
enum class Width : std::uint8_t { selective, full };

template <Evaluated G>
class Worker {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;

    /// `supervise` is asked now and then, with the nodes made so far, and says when to end.
    Worker(const Rules& rules, const Position& root, std::span<const std::uint64_t> past, Shared& shared,
           NodeCount& nodes, Width width)
        : rules_(rules), shared_(shared), nodes_(nodes), width_(width), path_(past, limit_of(rules)) {
        frames_[0].position = root;
        frames_[0].memo = Evaluation<G>::of(rules, root);
        path_.push(root.hash(), true);
        salt_ = path_.signature();
    }
    virtual ~Worker() = default;

    [[nodiscard]] Frame<G>& root() { return frames_[0]; }
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] bool aborted() const { return aborted_; }
};

}  // namespace trilogue
