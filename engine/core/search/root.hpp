// The search at the root: one iteration after another, best lines first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/limits.hpp"
#include "search/worker.hpp"

namespace trilogue {

/// A move at the root and what is known of it.
struct RootMove {
    std::uint16_t code = 0;
    bool quiet = true;
    Score rank = -score_infinite;  ///< its score in the window being searched, if it was found best in it
    // The last score it got when it was first or best, and what belongs to that. Depth 0: the static value.
    Score score = score_none;
    Bound bound = Bound::exact;
    bool solved = false;
    int depth = 0;
    int seldepth = 0;
    Variation pv;
    std::uint64_t effort = 0;  ///< nodes spent below it
};

template <Evaluated G>
class RootSearch {
  public:
    /// `allowed`: codes of the moves to consider, all legal; empty: all.
    RootSearch(Worker<G>& worker, std::span<const std::uint16_t> allowed, int multipv);

    /// Searches all lines to `depth` plies. False: aborted on the way; what was found stands.
    bool iterate(int depth);

    [[nodiscard]] const std::vector<RootMove>& moves() const { return moves_; }
    /// The depth of the last iteration that was not aborted; 0: none.
    [[nodiscard]] int completed() const { return completed_; }
    [[nodiscard]] std::size_t lines_wanted() const { return multipv_; }
    /// Each of the lines wanted, from what is known now.
    [[nodiscard]] std::vector<Line> lines() const;
    /// How far the best score fell in the last iteration; iterations in a row with the same best move.
    [[nodiscard]] Score drop() const { return drop_; }
    [[nodiscard]] int stable() const { return stable_; }
    /// The best move's share of all nodes, 0 to 1.
    [[nodiscard]] double effort() const;
    /// Whether deeper search cannot change the lines: each is proved, and no shorter win can be.
    [[nodiscard]] bool settled() const;

  private:
    bool aspire(std::size_t index, int depth);
    Score window(std::size_t index, Score alpha, Score beta, int depth);
    Score try_move(std::size_t index, std::size_t i, Score alpha, Score beta, int depth);
    void sort(std::size_t from, std::size_t to);
    void note_best(std::uint16_t before, Score score_before);

    Worker<G>& worker_;
    std::size_t multipv_;
    std::vector<RootMove> moves_;
    int completed_ = 0;
    int stable_ = 0;
    Score drop_ = 0;
};

template <Evaluated G>
RootSearch<G>::RootSearch(Worker<G>& worker, std::span<const std::uint16_t> allowed, int multipv)
    : worker_(worker) {
    const auto& position = worker.frame(0).position;
    const Killers none;
    MovePicker<G> picker(worker.rules(), position);
    picker.score(worker.rules(), position, worker.history(), {.killers = &none});
    for (std::size_t i = 0; i < picker.size(); ++i) {
        const auto move = picker.next();
        if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), move.code()) == allowed.end())
            continue;
        RootMove& root = moves_.emplace_back();
        root.code = move.code();
        root.quiet = Tactics<G>::quiet(worker.rules(), position, move);
        root.score = worker.evaluate(worker.frame(0));
        root.pv.push(move.code());
    }
    multipv_ = std::min(static_cast<std::size_t>(std::max(multipv, 1)), moves_.size());
}

template <Evaluated G>
bool RootSearch<G>::iterate(int depth) {
    worker_.begin_iteration(depth);
    for (RootMove& move : moves_) move.rank = -score_infinite;
    const std::uint16_t best_before = moves_[0].code;
    const Score score_before = moves_[0].score;
    for (std::size_t index = 0; index < multipv_; ++index) {
        worker_.reset_seldepth();
        const bool whole = aspire(index, depth);
        sort(0, index + 1);
        if (!whole) return false;
    }
    completed_ = depth;
    note_best(best_before, score_before);
    return true;
}

template <Evaluated G>
void RootSearch<G>::note_best(std::uint16_t before, Score score_before) {
    stable_ = moves_[0].code == before ? stable_ + 1 : 0;
    drop_ = std::max(score_before - moves_[0].score, 0);
}

/// Searches line `index` with a narrow window round its last score, wider as long as the score is outside.
template <Evaluated G>
bool RootSearch<G>::aspire(std::size_t index, int depth) {
    constexpr Score first_margin = 25;
    const Score guess = moves_[index].score;
    Score margin = first_margin;
    Score alpha = -score_infinite, beta = score_infinite;
    if (depth >= 4 && !is_decided(guess)) {
        alpha = guess - margin;
        beta = guess + margin;
    }
    for (;;) {
        for (std::size_t i = index; i < moves_.size(); ++i) moves_[i].rank = -score_infinite;
        const Score score = window(index, alpha, beta, depth);
        if (worker_.aborted()) {
            if (moves_[index].rank != -score_infinite) sort(index, moves_.size());
            return false;
        }
        sort(index, moves_.size());
        margin *= 3;
        const bool give_up = margin > 1000 || is_decided(score);
        if (score <= alpha) {
            alpha = give_up ? -score_infinite : std::max(score - margin, -score_infinite);
        } else if (score >= beta) {
            beta = give_up ? score_infinite : std::min(score + margin, score_infinite);
        } else {
            return true;
        }
    }
}

template <Evaluated G>
Score RootSearch<G>::try_move(std::size_t index, std::size_t i, Score alpha, Score beta, int depth) {
    RootMove& move = moves_[i];
    const std::uint64_t before = worker_.nodes();
    const int reduction =
        worker_.selective() && move.quiet && i > index
            ? reduction_of<G>(depth, i - index, true, false,
                              worker_.history().of(worker_.frame(0).position.side(), move.code))
            : 0;
    const Score score = worker_.template child<true>(0, alpha, beta, depth - 1, reduction, i == index, false);
    move.effort += worker_.nodes() - before;
    return score;
}

/// One pass over the moves from `index` on. Only a move that raises alpha, or the first, gets a score.
template <Evaluated G>
Score RootSearch<G>::window(std::size_t index, Score alpha, Score beta, int depth) {
    const Evidence before = worker_.evidence();
    Score best = -score_infinite;
    std::size_t best_at = index;
    worker_.frame(1).killers = Killers{};
    for (std::size_t i = index; i < moves_.size() && best < beta; ++i) {
        RootMove& move = moves_[i];
        if (!worker_.make(0, G::Move::from_code(move.code), depth - 1)) return best;
        const Score score = try_move(index, i, std::max(alpha, best), beta, depth);
        worker_.unmake();
        if (worker_.aborted()) return best;
        if (i > index && score <= std::max(alpha, best)) continue;
        best = std::max(best, score);
        best_at = i;
        move.rank = move.score = score;
        move.bound = score >= beta ? Bound::lower : score <= alpha ? Bound::upper : Bound::exact;
        move.depth = depth;
        move.seldepth = worker_.seldepth();
        move.solved = false;
        if (score > alpha) move.pv.set(move.code, worker_.frame(1).pv);
    }
    moves_[best_at].solved = worker_.evidence().guesses == before.guesses;
    return best;
}

/// Best first; the order of those without a score, or with equal ones, stays.
template <Evaluated G>
void RootSearch<G>::sort(std::size_t from, std::size_t to) {
    std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(from),
                     moves_.begin() + static_cast<std::ptrdiff_t>(to),
                     [](const RootMove& a, const RootMove& b) { return a.rank > b.rank; });
}

template <Evaluated G>
std::vector<Line> RootSearch<G>::lines() const {
    std::vector<Line> lines;
    for (std::size_t i = 0; i < multipv_; ++i) {
        const RootMove& move = moves_[i];
        Line& line = lines.emplace_back();
        line.score = move.score;
        line.bound = move.bound;
        line.depth = move.depth;
        line.seldepth = std::max(move.seldepth, move.depth);
        line.solved = move.solved;
        line.pv.assign(move.pv.codes().begin(), move.pv.codes().end());
    }
    return lines;
}

template <Evaluated G>
double RootSearch<G>::effort() const {
    std::uint64_t total = 1;
    for (const RootMove& move : moves_) total += move.effort;
    return static_cast<double>(moves_[0].effort) / static_cast<double>(total);
}

template <Evaluated G>
bool RootSearch<G>::settled() const {
    if (completed_ == 0) return false;
    for (std::size_t i = 0; i < multipv_; ++i) {
        const RootMove& move = moves_[i];
        if (move.bound != Bound::exact) return false;
        const bool shortest = is_decided(move.score) && distance(move.score) <= completed_;
        if (!move.solved && !shortest) return false;
    }
    return true;
}

}  // namespace trilogue
