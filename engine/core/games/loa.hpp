// LOA, Lines of Action.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <string_view>

#include "games/game.hpp"
#include "games/grid.hpp"
#include "games/loa_tables.hpp"
#include "games/men.hpp"

namespace trilogue {

class Loa {
  public:
    struct Rules {
        std::uint8_t size = 8;
        std::uint8_t simultaneous = 0;  ///< both connected by one move: 0 draw, 1 the mover wins
        std::uint8_t nomove = 0;        ///< no legal move: 0 pass, 1 loss
        std::uint8_t repetition = 0;    ///< 0 third occurrence draws, 1 second, 2 off
        std::uint8_t setup = 0;         ///< 0 standard, 1 scrambled

        friend constexpr bool operator==(const Rules&, const Rules&) = default;
        /// The occurrence of a position that draws; 0 when none does.
        [[nodiscard]] constexpr int repetition_limit() const { return repetition == 2 ? 0 : 3 - repetition; }
    };
    using Position = MenPosition;
    using Move = MenMove<Loa>;

    static constexpr const char* name = "loa";
    static constexpr const char* title = "Lines of Action";
    static constexpr std::size_t max_moves = 96;  // 12 men in 8 directions
    using Moves = MoveList<Move, max_moves>;
    static constexpr Side first_side = Side::black;
    static constexpr bool has_repetition = true;
    static constexpr bool bulk_perft = true;
    static constexpr Move pass = Move::from_code(0x1000);
    static constexpr std::array<Option<Rules>, 5> options{{
        {.name = "size", .member = &Rules::size, .low = 5, .high = 8},
        {.name = "simultaneous", .member = &Rules::simultaneous, .choices = {"draw", "mover"}},
        {.name = "nomove", .member = &Rules::nomove, .choices = {"pass", "loss"}},
        {.name = "repetition", .member = &Rules::repetition, .choices = {"3", "2", "off"}},
        {.name = "setup", .member = &Rules::setup, .choices = {"standard", "scrambled"}, .is_rule = false},
    }};
    static constexpr auto& pieces = men::kinds;

    static Position start(const Rules& rules);
    static void moves(const Rules& rules, const Position& position, Moves& moves);
    static int count_moves(const Rules& rules, const Position& position);
    static Position after(const Rules&, const Position& position, Move move) {
        Position next = position;
        if (move != pass) next.move(move.from(), move.to());
        next.end_turn();
        return next;
    }
    static Outcome outcome(const Rules& rules, const Position& position);
    static bool is_capture(const Position& position, Move move) {
        return move != pass && has(position.pieces(other(position.side())), move.to());
    }
    static Side first_seat(const Position&) { return first_side; }
    static std::uint64_t hash_of(const Rules& rules, const Position& position) {
        return position.computed_hash(rules_key<Loa>(rules));
    }

    static int rows_to_size(int rows) { return rows >= 5 && rows <= 8 ? rows : 0; }
    static const Grid& grid(const Rules& rules);
    static char piece_at(const Position& position, unsigned cell) { return men::piece_at(position, cell); }
    static Result<Position> parse_position(const Rules& rules, std::string_view text);
    static std::string format_position(const Rules& rules, const Position& position) {
        return men::format(grid(rules), position);
    }
    static Result<Move> parse_move(const Rules& rules, const Position& position, std::string_view text);
    static std::string format_move(const Rules& rules, const Position& position, Move move);
    static MoveDetail detail(const Rules& rules, const Position& position, Move move);

    /// Whether the men of a side are all connected.
    static bool connected(const Position& position, Side side) {
        return loa::connected(position.pieces(side));
    }
    /// Calls `visit(from, to)` for each jump of `side`, whether the game is over or not; `to` is one bit.
    template <class Visit>
    static void each_jump(const Rules& rules, const Position& position, Side side, Visit visit);
    /// How many jumps `side` has, whether the game is over or not.
    static int count_jumps(const Rules& rules, const Position& position, Side side);
};

template <class Visit>
void Loa::each_jump(const Rules& rules, const Position& position, Side side, Visit visit) {
    const Bits own = position.pieces(side), opponent = position.pieces(other(side)),
               occupied = own | opponent;
    const Bits closed = ~grid(rules).cells | own;
    each_cell(own, [&](unsigned from) {
        for (unsigned axis = 0; axis < 4; axis++) {
            const auto distance = static_cast<unsigned>(count(occupied & loa::tables.line[from][axis]));
            for (unsigned direction : {axis, axis + 4}) {
                const loa::Jump& jump = loa::tables.jump[from][direction][distance];
                if (jump.is_legal(opponent, closed)) visit(from, jump.to);
            }
        }
    });
}

}  // namespace trilogue
