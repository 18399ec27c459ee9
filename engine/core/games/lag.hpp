// LAG.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "games/game.hpp"
#include "games/grid.hpp"
#include "games/lag_objects.hpp"
#include "games/lag_tables.hpp"
#include "games/men.hpp"

namespace trilogue {

/// Men, and the objects of each side, kept move by move.
class LagPosition : public MenPosition {
  public:
    [[nodiscard]] constexpr int objects(Side side) const { return groups_[index(side)].objects; }
    [[nodiscard]] constexpr lag::Groups groups(Side side) const { return groups_[index(side)]; }
    constexpr void set_groups(Side side, lag::Groups groups) { groups_[index(side)] = groups; }

  private:
    std::array<lag::Groups, 2> groups_{};
};

class Lag {
  public:
    struct Rules {
        std::uint8_t size = 5;

        friend constexpr bool operator==(const Rules&, const Rules&) = default;
    };
    using Position = LagPosition;
    using Move = MenMove<Lag>;
    static constexpr std::size_t max_moves = 44;  // 11 men in 4 directions
    using Moves = MoveList<Move, max_moves>;

    static constexpr const char* name = "lag";
    static constexpr const char* title = "LAG";
    static constexpr Side first_side = Side::white;
    static constexpr bool has_repetition = false;
    static constexpr bool bulk_perft = false;
    static constexpr std::array<Option<Rules>, 1> options{
        {{.name = "size", .member = &Rules::size, .low = 3, .high = 5}}};
    static constexpr auto& pieces = men::kinds;

    static Position start(const Rules& rules);
    static void moves(const Rules& rules, const Position& position, Moves& moves);
    static int count_moves(const Rules& rules, const Position& position);
    static Position after(const Rules& rules, const Position& position, Move move);
    static Outcome outcome(const Rules& rules, const Position& position);
    static bool is_capture(const Position& position, Move move) {
        return has(position.pieces(other(position.side())), move.to());
    }
    static Side first_seat(const Position&) { return first_side; }
    static std::uint64_t hash_of(const Rules& rules, const Position& position) {
        return position.computed_hash(rules_key<Lag>(rules));
    }

    static int rows_to_size(int rows) { return rows == 5 || rows == 7 || rows == 9 ? (rows + 1) / 2 : 0; }
    static const lag::Tables& tables(const Rules& rules) { return lag::tables_by_size[rules.size - 3U]; }
    static const Grid& grid(const Rules& rules) { return tables(rules).grid; }
    static char piece_at(const Position& position, unsigned cell) { return men::piece_at(position, cell); }
    static Result<Position> parse_position(const Rules& rules, std::string_view text);
    static std::string format_position(const Rules& rules, const Position& position) {
        return men::format(grid(rules), position);
    }
    static Result<Move> parse_move(const Rules& rules, const Position& position, std::string_view text);
    static std::string format_move(const Rules& rules, const Position& position, Move move) {
        return men::format_two_cells(grid(rules), {move.from(), move.to()}, is_capture(position, move));
    }
    static MoveDetail detail(const Rules& rules, const Position& position, Move move) {
        return men::detail(grid(rules), {move.from(), move.to()}, is_capture(position, move));
    }

    /// Calls `visit(from, to)` for each legal move of `side` until it returns false.
    template <class Visit>
    static void each_move(const Rules& rules, const Position& position, Side side, Visit visit);
};

template <class Visit>
void Lag::each_move(const Rules& rules, const Position& position, Side side, Visit visit) {
    const lag::Tables& tables = Lag::tables(rules);
    const Bits own = position.pieces(side), closed = own | bit(lag::off_board);
    const lag::Groups groups = position.groups(side);
    const unsigned distance = groups.objects;
    const unsigned forward = side == Side::white ? lag::up_left : lag::down_left;
    for (Bits rest = own; rest != 0; rest = without_lowest(rest)) {
        const unsigned from = lowest(rest);
        for (unsigned direction : {forward, forward + 1}) {
            const unsigned to = tables.target[from][direction][distance];
            if (!has(closed, to) && !visit(from, to)) return;
        }
        for (unsigned direction : {lag::left, lag::right}) {
            const unsigned to = tables.target[from][direction][distance];
            if (has(closed, to) || lag::moved(tables, own, from, to, groups).objects >= distance) continue;
            if (!visit(from, to)) return;
        }
    }
}

}  // namespace trilogue
