// A game so far: its rules, where it began and every position since.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "games/list.hpp"

namespace trilogue {

/// The move at `index` of those given cannot be played; `game_over`: because the game had ended.
struct MoveFault {
    std::size_t index = 0;
    bool game_over = false;
    std::string message;
};

/// A value: its copies live their own lives.
template <Game G>
class GameState {
  public:
    using Game = G;
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;

    GameState(const Rules& rules, const Position& start) : rules_(rules), positions_{start} { judge(); }

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Position& start() const { return positions_.front(); }
    [[nodiscard]] const Position& position() const { return positions_.back(); }
    /// Every position from the start to now, one more than moves.
    [[nodiscard]] const std::vector<Position>& positions() const { return positions_; }
    /// By the board and, where the rules say so, by repetition.
    [[nodiscard]] const Outcome& outcome() const { return outcome_; }

    /// Appends the legal moves, none when the game is over.
    void moves(MovesOf<G>& moves) const {
        if (!outcome_.over()) G::moves(rules_, position(), moves);
    }
    /// The moves since the start, canonical.
    [[nodiscard]] std::vector<std::string> history() const { return formatted_from(0); }

    void play(Move move) {
        positions_.push_back(G::after(rules_, position(), move));
        moves_.push_back(move);
        judge();
    }
    /// Plays all of `texts`, and returns them canonical, or none.
    std::variant<std::vector<std::string>, MoveFault> play(const std::vector<std::string>& texts);
    /// Takes back the last `count` moves; false, and nothing done, when fewer were played.
    bool undo(std::size_t count) {
        if (count > moves_.size()) return false;
        moves_.resize(moves_.size() - count);
        positions_.erase(positions_.end() - static_cast<std::ptrdiff_t>(count), positions_.end());
        if (count != 0) judge();
        return true;
    }

  private:
    void judge() {
        outcome_ = G::outcome(rules_, position());
        if constexpr (G::has_repetition) {
            const int limit = rules_.repetition_limit();
            if (!outcome_.over() && limit != 0 && occurrences() >= limit)
                outcome_ = {Winner::draw, "repetition"};
        }
    }
    [[nodiscard]] std::ptrdiff_t occurrences() const {
        return std::count_if(positions_.begin(), positions_.end(), [&](const Position& earlier) {
            return earlier.hash() == position().hash() && earlier == position();
        });
    }
    [[nodiscard]] std::vector<std::string> formatted_from(std::size_t first) const {
        std::vector<std::string> texts;
        for (std::size_t i = first; i < moves_.size(); i++)
            texts.push_back(G::format_move(rules_, positions_[i], moves_[i]));
        return texts;
    }

    Rules rules_;
    std::vector<Position> positions_;
    std::vector<Move> moves_;
    Outcome outcome_;
};

template <Game G>
std::variant<std::vector<std::string>, MoveFault> GameState<G>::play(const std::vector<std::string>& texts) {
    const std::size_t before = moves_.size();
    const auto fail = [&](std::size_t index, bool game_over, std::string message) {
        undo(index);
        return MoveFault{index, game_over, std::move(message)};
    };
    for (std::size_t i = 0; i < texts.size(); i++) {
        if (outcome_.over()) {
            const std::string result =
                outcome_.winner == Winner::draw ? "draw" : outcome_.result() + std::string(" wins");
            return fail(i, true, "the game is over: " + result + " (" + outcome_.reason + ")");
        }
        const auto move = G::parse_move(rules_, position(), texts[i]);
        if (!move) return fail(i, false, move.error().message);
        play(move.value());
    }
    return formatted_from(before);
}

/// A game whose kind is known only at run time.
using AnyGameState = Games::AnyOf<GameState>;

/// Why no state could be made: at most one is set, none when there is no such game.
struct StateFault {
    std::optional<OptionFault> option;
    std::optional<Error> position;
};

/// Begins the game called `name`, at its start or at `position`; then a size left out follows from it.
std::variant<AnyGameState, StateFault> make_state(const std::string& name, OptionTexts options,
                                                  const std::optional<std::string>& position);

}  // namespace trilogue
