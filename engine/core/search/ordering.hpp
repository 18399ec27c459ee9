// Which move to try first.
#pragma once

#include <algorithm>
#include <array>
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
        G::moves(rules, position, moves_);
    }
    void score(const typename G::Rules& rules, const typename G::Position& position, const History& history,
               const Hints& hints) {
        const Side side = position.side();
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const std::uint16_t code = moves_[i].code();
            int value = Tactics<G>::order(rules, position, moves_[i]) * History::limit * 2;
            value += history.of(side, code);
            if (code == hints.table) value += 1 << 28;
            if (code == hints.killers->codes[0]) value += History::limit * 2 + 2;
            if (code == hints.killers->codes[1]) value += History::limit * 2 + 1;
            if (code == hints.reply) value += History::limit;
            values_[i] = value;
        }
    }
    [[nodiscard]] std::size_t size() const { return moves_.size(); }
    /// The next best move. Call at most `size` times.
    [[nodiscard]] Move next() {
        std::size_t best = next_;
        for (std::size_t i = next_ + 1; i < moves_.size(); ++i)
            if (values_[i] > values_[best]) best = i;
        std::swap(values_[best], values_[next_]);
        std::swap(moves_[best], moves_[next_]);
        return moves_[next_++];
    }

  private:
    struct Values {
        Values() {}  // NOLINT: filled by `score`, and only as far as there are moves
        int items[G::max_moves];
        int& operator[](std::size_t i) { return items[i]; }
    };
    MovesOf<G> moves_;
    Values values_;
    std::size_t next_ = 0;
};

}  // namespace trilogue
