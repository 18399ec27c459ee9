// Which move to try first.
#pragma once

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "games/game.hpp"
#include "search/score.hpp"
#include "search/tactics.hpp"

namespace trilogue {

/// What quiet moves have done so far in this search: for each side and move a number that cut-offs raise and
/// failures lower, weighted by depth (the history heuristic, J. Schaeffer 1983), relative as M. Winands et
/// al. found better in LOA ("The Relative History Heuristic", CG 2004): here by a decay towards the rate.
class History {
  public:
    static constexpr std::size_t moves = 4096;  ///< the low twelve bits of a code
    static constexpr int limit = 8192;

    [[nodiscard]] int of(Side side, std::uint16_t code) const { return table_[index(side)][code % moves]; }
    [[nodiscard]] std::uint16_t reply(Side side, std::uint16_t code) const {
        return replies_[index(side)][code % moves];
    }
    void reward(Side side, std::uint16_t code, int depth) { update(side, code, weight(depth)); }
    void punish(Side side, std::uint16_t code, int depth) { update(side, code, -weight(depth)); }
    /// `code` refuted the move `before` that the other side had made.
    void refutes(Side side, std::uint16_t before, std::uint16_t code) {
        replies_[index(side)][before % moves] = code;
    }

  private:
    static int weight(int depth) { return std::min(depth * depth + 4 * depth, 1200); }
    void update(Side side, std::uint16_t code, int amount) {
        std::int16_t& value = table_[index(side)][code % moves];
        value = static_cast<std::int16_t>(value + amount - value * std::abs(amount) / limit);
    }

    std::array<std::array<std::int16_t, moves>, 2> table_{};
    std::array<std::array<std::uint16_t, moves>, 2> replies_{};
};

/// Two moves that cut off at this distance from the root (killers; S. Akl and M. Newborn 1977).
struct Killers {
    std::array<std::uint16_t, 2> codes{};

    void add(std::uint16_t code) {
        if (codes[0] == code) return;
        codes[1] = codes[0];
        codes[0] = code;
    }
};

/// The legal moves of a position, best guess first: the table's move, winning material or lines (`Tactics`),
/// killers, the reply that refuted this before, then history. Sorted only as far as asked for.
template <Game G>
class MovePicker {
  public:
    using Move = typename G::Move;
    struct Hints {
        std::uint16_t table = 0;
        std::uint16_t reply = 0;
        const Killers* killers = nullptr;
    };

    MovePicker(const typename G::Rules& rules, const typename G::Position& position) {
        Tactics<G>::moves(rules, position, moves_);
    }
    void score(const typename G::Rules& rules, const typename G::Position& position, const History& history,
               const Hints& hints) {
        const Side side = position.side();
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const std::uint16_t code = moves_[i].code();
            int value = Tactics<G>::order(rules, position, moves_[i]) * History::limit * 2;
            value += history.of(side, code);
            if (code == hints.table) value += 1 << 20;
            if (code == hints.killers->codes[0]) value += History::limit * 2 + 2;
            if (code == hints.killers->codes[1]) value += History::limit * 2 + 1;
            if (code == hints.reply) value += History::limit;
            keys_[i] = value * static_cast<int>(places) + static_cast<int>(places - 1 - i);
        }
    }
    [[nodiscard]] std::size_t size() const { return moves_.size(); }
    /// The next best move, the earlier of equal ones. Call at most `size` times.
    [[nodiscard]] Move next() {
        int best = keys_[0];
        for (std::size_t i = 1; i < moves_.size(); ++i) best = std::max(best, keys_[i]);
        const std::size_t at = places - 1 - static_cast<unsigned>(best) % places;
        keys_[at] = INT_MIN;
        return moves_[at];
    }

  private:
    // A key is a move's value and its place, so that a plain maximum, which needs no branch, finds both.
    static constexpr std::size_t places = 1024;
    static_assert(G::max_moves <= places);

    struct Keys {
        Keys() {}  // NOLINT: filled by `score`, and only as far as there are moves
        int items[G::max_moves];
        int& operator[](std::size_t i) { return items[i]; }
    };
    MovesOf<G> moves_;
    Keys keys_;
};

}  // namespace trilogue
