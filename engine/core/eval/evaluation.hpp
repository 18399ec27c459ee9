// What a game tells the searcher about its positions. Specialised beside this file where there is more to
// tell.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

#include "games/game.hpp"
#include "search/score.hpp"

namespace trilogue {

/// How the game stands for the player to move, by the board alone.
enum class Standing : std::uint8_t { open, won, lost, drawn };

constexpr Standing standing_of(const Outcome& outcome, Side to_move) {
    if (!outcome.over()) return Standing::open;
    if (outcome.winner == Winner::draw) return Standing::drawn;
    return outcome.won_by(to_move) ? Standing::won : Standing::lost;
}

/// A part of an evaluation, from the player to move.
struct Term {
    const char* name = "";
    Score value = 0;
};

/// The parts of an evaluation; they add up to it.
class Terms {
  public:
    void add(const char* name, Score value) { terms_[size_++] = Term{name, value}; }
    [[nodiscard]] const Term* begin() const { return terms_.data(); }
    [[nodiscard]] const Term* end() const { return terms_.data() + size_; }
    [[nodiscard]] Score sum() const {
        Score total = 0;
        for (const Term& term : *this) total += term.value;
        return total;
    }

  private:
    std::array<Term, 12> terms_{};
    std::size_t size_ = 0;
};

/// The default knows the rules alone: all positions that are open are worth the same.
template <Game G>
struct Evaluation {
    struct Memo {};

    static Memo of(const typename G::Rules&, const typename G::Position&) { return {}; }
    static void advance(const typename G::Rules&, const typename G::Position&, typename G::Move,
                        const typename G::Position&, Memo&) {}
    static Standing standing(const typename G::Rules& rules, const typename G::Position& position,
                             const Memo&) {
        return standing_of(G::outcome(rules, position), position.side());
    }
    static Score evaluate(const typename G::Rules&, const typename G::Position&, const Memo&) { return 0; }
    static void terms(const typename G::Rules&, const typename G::Position&, Terms&) {}
};

/// An evaluation keeps a `Memo` beside each position of a line: whatever it would be slow to compute
/// anew. `advance` turns that of the position `from` into that of `to`, to which `move` leads: in place, for
/// to return such a large value is to read it back before its small parts have reached the cache.
template <class G>
concept Evaluated = Game<G> &&
    requires(const typename G::Rules& rules, const typename G::Position& position, typename G::Move move,
             const typename Evaluation<G>::Memo& memo, typename Evaluation<G>::Memo& kept, Terms& terms) {
    { Evaluation<G>::of(rules, position) } -> std::same_as<typename Evaluation<G>::Memo>;
    { Evaluation<G>::advance(rules, position, move, position, kept) } -> std::same_as<void>;
    { Evaluation<G>::standing(rules, position, memo) } -> std::same_as<Standing>;
    /// Of an open position, from the player to move, unbounded: `heuristic` makes a score of it.
    { Evaluation<G>::evaluate(rules, position, memo) } -> std::same_as<Score>;
    { Evaluation<G>::terms(rules, position, terms) } -> std::same_as<void>;
};

}  // namespace trilogue
