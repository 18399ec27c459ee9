// One thread's search: alpha-beta over the game tree below a root.
//
// Principal variation search (A. Reinefeld, "An improvement to the Scout tree-search algorithm", ICCA
// Journal 6(4), 1983) with a transposition table, the null move (C. Donninger 1993; in LOA: M. Winands, PhD
// thesis, Maastricht 2004), late move reductions, and static pruning near the leaves. Threads share only
// the table and meet nowhere else (lazy SMP).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "base/zobrist.hpp"
#include "eval/evaluation.hpp"
#include "search/frame.hpp"
#include "search/ordering.hpp"
#include "search/path.hpp"
#include "search/reductions.hpp"
#include "search/shared.hpp"
#include "search/tactics.hpp"

namespace trilogue {

/// Whether the search takes risks for speed. `full` searches all moves to the nominal depth, as a plain
/// minimax would, and finds every distance exactly; it is there to be compared with.
enum class Width : std::uint8_t { selective, full };

/// The use of a table of results by positions makes a search forget how it came to them; what depends on
/// that is kept out of the table. `guesses`: values taken that no rule of the game gave, such as evaluations;
/// `repetitions`: draws by repetition, which belong to the line and not to the position.
struct Evidence {
    std::uint64_t guesses = 0;
    std::uint64_t repetitions = 0;
    friend bool operator==(const Evidence&, const Evidence&) = default;
};

template <Evaluated G>
class Worker {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;

    /// `past`: hashes of the game's positions before the root, oldest first.
    Worker(const Rules& rules, const Position& root, std::span<const std::uint64_t> past, Shared& shared,
           NodeCount& nodes, Width width)
        : rules_(rules), shared_(shared), nodes_(nodes), width_(width), path_(past, repetition_limit(rules)) {
        frames_[0].position = root;
        frames_[0].memo = Evaluation<G>::of(rules, root);
        frames_[0].made = any_move;
        path_.push(root.hash(), true);
        salt_ = path_.signature();
    }

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] Frame<G>& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
    [[nodiscard]] const History& history() const { return history_; }
    [[nodiscard]] const Evidence& evidence() const { return evidence_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.value.load(std::memory_order_relaxed); }
    [[nodiscard]] bool aborted() const { return aborted_; }
    [[nodiscard]] std::uint64_t key(const Position& position) const { return position.hash() ^ salt_; }
    [[nodiscard]] bool selective() const { return width_ == Width::selective; }

    /// Asked every few hundred nodes whether to go on.
    void set_supervisor(std::function<bool()> supervisor) { supervisor_ = std::move(supervisor); }
    /// The search aborts rather than make one move more than this.
    void set_node_limit(std::uint64_t limit) { node_limit_ = limit; }
    /// Extensions end this far from the root.
    void begin_iteration(int depth) {
        extension_limit_ = std::min(2 * depth + 8, max_search_ply);
        seldepth_ = 0;
    }
    void reset_seldepth() { seldepth_ = 0; }
    [[nodiscard]] int seldepth() const { return seldepth_; }

    /// Makes a move at `ply`, to be searched `depth` plies deep. False: the search is to end, nothing was
    /// made.
    [[nodiscard]] bool make(int ply, Move move, int depth) {
        if (!count_node()) return false;
        const Frame<G>& from = frame(ply);
        Frame<G>& to = frame(ply + 1);
        to.position = from.position;
        Tactics<G>::play(rules_, to.position, move);
        if (depth > 0) shared_.table.prefetch(key(to.position));  // leaves are not looked up
        to.memo = from.memo;
        Evaluation<G>::advance(rules_, from.position, move, to.position, to.memo);
        to.made = move.code();
        if constexpr (G::has_repetition) path_.push(to.position.hash(), !G::is_capture(from.position, move));
        return true;
    }
    void unmake() {
        if constexpr (G::has_repetition) path_.pop();
    }

    /// The value of the position at `ply`, from its player to move, searched `depth` plies deep: exact inside
    /// the window, else a bound. Meaningless once `aborted`. `depth` is 1 at least; `cut`: a cut-off is
    /// expected.
    template <bool pv>
    Score search(int ply, Score alpha, Score beta, int depth, bool cut);

    /// The value of the move just made at `ply`, for the player who made it: all others but the `first` are
    /// first asked whether they are better than alpha at all, by `reduction` plies less deep.
    template <bool pv>
    Score child(int ply, Score alpha, Score beta, int depth, int reduction, bool first, bool cut);

    /// The static value of the position at `ply`.
    [[nodiscard]] Score evaluate(const Frame<G>& at) const {
        Score value = Evaluation<G>::evaluate(rules_, at.position, at.memo);
        if (shared_.seed != 0)
            value += static_cast<Score>(zobrist::mix(at.position.hash() ^ shared_.seed) % 7) - 3;
        return heuristic(value);
    }

  private:
    static constexpr std::uint16_t any_move = 0xffff;
    /// Nodes from one look at clock, stop and limits to the next: few at first, while each node may have to
    /// wait, milliseconds where pages are large, until the system gives the table a page.
    static constexpr std::uint64_t nodes_between_checks(std::uint64_t made) {
        return made < 256 ? 1 : made < 4096 ? 16 : 512;
    }

    static int repetition_limit([[maybe_unused]] const Rules& rules) {
        if constexpr (G::has_repetition) return rules.repetition_limit();
        return 0;
    }

    bool count_node() {
        const std::uint64_t made = nodes();
        if (made >= next_check_ && !check(made)) {
            aborted_ = true;
            return false;
        }
        nodes_.value.store(made + 1, std::memory_order_relaxed);
        return true;
    }
    bool check(std::uint64_t made) {
        if (shared_.ended.load(std::memory_order_relaxed)) return false;
        if (supervisor_ && !supervisor_()) return false;
        if (made >= node_limit_) return false;
        next_check_ = std::min(made + nodes_between_checks(made), node_limit_);
        return true;
    }

    std::optional<Score> ended(const Frame<G>& at, int ply);
    template <bool pv>
    Score leaf(int ply, Score alpha, Score beta);
    std::optional<Score> by_table(const std::optional<Known>& known, int ply, Score alpha, Score beta,
                                  int depth);
    std::optional<Score> by_pruning(int ply, Score beta, int depth, bool cut);
    Score after_pass(int ply, Score beta, int depth, bool cut);
    void remember_cutoff(int ply, Move move, int depth, std::span<const std::uint16_t> failed);
    void store(int ply, std::uint16_t move, Score best, Bound bound, int depth, const Evidence& before);

    const Rules rules_;
    Shared& shared_;
    NodeCount& nodes_;
    const Width width_;
    std::function<bool()> supervisor_;
    std::uint64_t node_limit_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t next_check_ = 0;
    std::uint64_t salt_ = 0;
    Evidence evidence_;
    int extension_limit_ = max_search_ply;
    int seldepth_ = 0;
    bool aborted_ = false;
    Path path_;
    History history_;
    std::array<Frame<G>, max_search_ply + 2> frames_;
};

/// The value of a line that goes no further: by the rules, by repetition, or because it is too long.
template <Evaluated G>
std::optional<Score> Worker<G>::ended(const Frame<G>& at, int ply) {
    switch (Evaluation<G>::standing(rules_, at.position, at.memo)) {
        case Standing::open:
            break;
        case Standing::won:
            return win_in(ply);
        case Standing::lost:
            return loss_in(ply);
        case Standing::drawn:
            return score_draw;
    }
    if constexpr (G::has_repetition) {
        const Repeated repeated = path_.repeated();
        if (repeated != Repeated::no) {
            ++evidence_.repetitions;
            if (repeated == Repeated::again) ++evidence_.guesses;
            return score_draw;
        }
    }
    if (ply >= max_search_ply) {
        ++evidence_.guesses;
        return evaluate(at);
    }
    return std::nullopt;
}

/// A cut-off by what the table knows. A proof holds at any depth, an opinion only if it is deep enough.
template <Evaluated G>
std::optional<Score> Worker<G>::by_table(const std::optional<Known>& known, int ply, Score alpha, Score beta,
                                         int depth) {
    if (!known || known->bound == Bound::none) return std::nullopt;
    const Score score = from_table(known->score, ply);
    const bool at_least = proves_at_least(known->bound) && score >= beta;
    const bool at_most = proves_at_most(known->bound) && score <= alpha;
    if (!at_least && !at_most) return std::nullopt;
    if (!selective()) {
        if (known->depth != depth) return std::nullopt;
    } else {
        const bool proved = known->solved || (at_least && is_win(score)) || (at_most && is_loss(score));
        if (!proved && known->depth < depth) return std::nullopt;
    }
    if (!known->solved) ++evidence_.guesses;
    return score;
}

/// The value of the position when its player passes, searched less deep.
template <Evaluated G>
Score Worker<G>::after_pass(int ply, Score beta, int depth, bool cut) {
    Frame<G>& to = frame(ply + 1);
    to.position = Tactics<G>::pass(rules_, frame(ply).position);
    to.memo = frame(ply).memo;
    to.made = 0;
    path_.push(to.position.hash(), false);
    const int reduction = depth > 6 ? 3 : 2;
    const int left = depth - 1 - reduction;
    const Score score = left > 0 ? -search<false>(ply + 1, -beta, 1 - beta, left, !cut)
                                 : -leaf<false>(ply + 1, -beta, 1 - beta);
    path_.pop();
    return score;
}

/// A value at least `beta` that is good enough without looking at the moves.
template <Evaluated G>
std::optional<Score> Worker<G>::by_pruning(int ply, Score beta, int depth, bool cut) {
    const Frame<G>& at = frame(ply);
    if (is_decided(beta) || at.evaluation < beta) return std::nullopt;
    if constexpr (Tactics<G>::futility_margin > 0) {
        if (depth <= 4 && at.evaluation - Tactics<G>::futility_margin * depth >= beta) {
            ++evidence_.guesses;
            return at.evaluation;
        }
    }
    if constexpr (Tactics<G>::null_move) {
        if (depth >= 2 && at.made != 0) {
            const Score score = after_pass(ply, beta, depth, cut);
            if (aborted_) return Score{0};
            if (score >= beta) {
                ++evidence_.guesses;
                return is_decided(score) ? beta : score;  // a win after a pass proves nothing
            }
        }
    }
    return std::nullopt;
}

template <Evaluated G>
void Worker<G>::remember_cutoff(int ply, Move move, int depth, std::span<const std::uint16_t> failed) {
    Frame<G>& at = frame(ply);
    const Side side = at.position.side();
    at.killers.add(move.code());
    history_.reward(side, move.code(), depth);
    history_.refutes(side, at.made, move.code());
    for (const std::uint16_t code : failed) history_.punish(side, code, depth);
}

template <Evaluated G>
void Worker<G>::store(int ply, std::uint16_t move, Score best, Bound bound, int depth,
                      const Evidence& before) {
    const bool by_repetition = best == score_draw && evidence_.repetitions != before.repetitions;
    shared_.table.store(key(frame(ply).position), Known{.move = move,
                                                        .score = to_table(best, ply),
                                                        .evaluation = frame(ply).evaluation,
                                                        .depth = depth,
                                                        .bound = by_repetition ? Bound::none : bound,
                                                        .solved = evidence_ == before});
}

template <Evaluated G>
template <bool pv>
Score Worker<G>::child(int ply, Score alpha, Score beta, int depth, int reduction, bool first, bool cut) {
    if (depth <= 0) return -leaf<pv>(ply + 1, -beta, -alpha);
    if (first) return -search<pv>(ply + 1, -beta, -alpha, depth, pv ? false : !cut);
    Score score = -search<false>(ply + 1, -alpha - 1, -alpha, depth - reduction, true);
    if (reduction > 0 && score > alpha && !aborted_)
        score = -search<false>(ply + 1, -alpha - 1, -alpha, depth, !cut);
    if constexpr (pv)
        if (score > alpha && !aborted_) score = -search<true>(ply + 1, -beta, -alpha, depth, false);
    return score;
}

/// The value of a position with no depth left: its static value, unless the game says that cannot be trusted.
template <Evaluated G>
template <bool pv>
Score Worker<G>::leaf(int ply, Score alpha, Score beta) {
    Frame<G>& at = frame(ply);
    if constexpr (pv) at.pv.clear();
    seldepth_ = std::max(seldepth_, ply);
    if (const auto score = ended(at, ply)) return *score;
    if (selective()) {
        if (Tactics<G>::wins_now(rules_, at.position)) {
            if constexpr (pv) return search<pv>(ply, alpha, beta, 1, false);  // for the line's sake
            return win_in(ply + 1);
        }
        if (ply < extension_limit_ && Tactics<G>::extends(rules_, at.position, at.memo))
            return search<pv>(ply, alpha, beta, 1, false);
    }
    ++evidence_.guesses;
    return evaluate(at);
}

template <Evaluated G>
template <bool pv>
Score Worker<G>::search(int ply, Score alpha, Score beta, int depth, bool cut) {
    Frame<G>& at = frame(ply);
    if constexpr (pv) at.pv.clear();
    seldepth_ = std::max(seldepth_, ply);
    if (const auto score = ended(at, ply)) return *score;

    // No line through here can be shorter than these.
    alpha = std::max(alpha, loss_in(ply));
    beta = std::min(beta, win_in(ply + 1));
    if (alpha >= beta) return alpha;

    if constexpr (!pv)
        if (selective() && Tactics<G>::wins_now(rules_, at.position)) return win_in(ply + 1);

    const Evidence before = evidence_;
    const std::optional<Known> known = shared_.table.probe(key(at.position));
    if constexpr (!pv)
        if (const auto score = by_table(known, ply, alpha, beta, depth)) return *score;
    at.evaluation = known && known->evaluation != score_none ? known->evaluation : evaluate(at);
    if constexpr (!pv)
        if (selective())
            if (const auto score = by_pruning(ply, beta, depth, cut)) return *score;
    if (selective() && depth >= 4 && (!known || known->move == 0)) --depth;  // without a move to try first

    MovePicker<G> picker(rules_, at.position);
    picker.score(rules_, at.position, history_,
                 {.table = known ? known->move : std::uint16_t{0},
                  .reply = history_.reply(at.position.side(), at.made),
                  .killers = &at.killers});
    frame(ply + 1).killers = Killers{};

    Score best = -score_infinite;
    std::uint16_t best_move = 0;
    const Score alpha_before = alpha;
    std::array<std::uint16_t, 48> failed;
    std::size_t failures = 0;
    for (std::size_t i = 0; i < picker.size(); ++i) {
        const Move move = picker.next();
        const bool quiet = Tactics<G>::quiet(rules_, at.position, move);
        const int reduction =
            selective() && quiet && best > -score_decided
                ? reduction_of<G>(depth, i, pv, cut, history_.of(at.position.side(), move.code()))
                : 0;
        if (!make(ply, move, depth - 1)) return 0;
        const Score score = child<pv>(ply, alpha, beta, depth - 1, reduction, i == 0, cut);
        unmake();
        if (aborted_) return 0;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move.code();
                if constexpr (pv) at.pv.set(move.code(), frame(ply + 1).pv);
                if (score >= beta) {
                    if (quiet) remember_cutoff(ply, move, depth, {failed.data(), failures});
                    break;
                }
                alpha = score;
            }
        }
        if (quiet && failures < failed.size()) failed[failures++] = move.code();
    }
    const Bound bound = best >= beta ? Bound::lower : best > alpha_before ? Bound::exact : Bound::upper;
    store(ply, best_move, best, bound, depth, before);
    return best;
}

}  // namespace trilogue
