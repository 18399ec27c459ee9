// LOT, Line Of Three.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/zobrist.hpp"
#include "games/game.hpp"
#include "games/grid.hpp"
#include "games/grid_text.hpp"
#include "games/lot_lines.hpp"

namespace trilogue {

class LotPosition {
  public:
    [[nodiscard]] constexpr Side side() const { return side_; }
    [[nodiscard]] constexpr std::uint32_t ply() const { return ply_; }
    [[nodiscard]] constexpr std::uint64_t hash() const { return hash_; }
    [[nodiscard]] constexpr Bits singles(Side side) const { return pieces_[index(side)]; }
    [[nodiscard]] constexpr Bits stacks(Side side) const { return pieces_[2 + index(side)]; }
    [[nodiscard]] constexpr Bits occupied() const {
        return pieces_[0] | pieces_[1] | pieces_[2] | pieces_[3];
    }
    [[nodiscard]] constexpr bool may_swap() const { return may_swap_; }
    /// Black singles, white ones, black stacks, white ones.
    [[nodiscard]] constexpr const std::array<Bits, 4>& pieces() const { return pieces_; }
    /// The turns that placed a piece: a stack is what three of them left.
    [[nodiscard]] constexpr std::uint32_t placed() const {
        const int singles = count(pieces_[0] | pieces_[1]), stacks = count(pieces_[2] | pieces_[3]);
        return static_cast<std::uint32_t>(singles + 3 * stacks);
    }

    /// Board, side to move and right to swap; the rules are not compared.
    friend constexpr bool operator==(const LotPosition& a, const LotPosition& b) {
        return a.pieces_ == b.pieces_ && a.side_ == b.side_ && a.may_swap_ == b.may_swap_;
    }

    void set_up(const BoardText& board, std::uint32_t ply, bool may_swap, std::uint64_t rules_key) {
        pieces_ = board.pieces;
        side_ = board.side;
        ply_ = ply;
        may_swap_ = may_swap;
        hash_ = computed_hash(rules_key);
    }
    [[nodiscard]] std::uint64_t computed_hash(std::uint64_t rules_key) const {
        std::uint64_t hash = rules_key ^ (side_ == Side::white ? zobrist::white_to_move : 0);
        for (unsigned kind = 0; kind < 4; kind++) hash ^= zobrist::all(kind, pieces_[kind]);
        return hash ^ (may_swap_ ? zobrist::may_swap : 0);
    }
    constexpr void toggle(unsigned kind, unsigned cell) {
        pieces_[kind] ^= bit(cell);
        hash_ ^= zobrist::piece[kind][cell];
    }
    constexpr void end_turn(bool may_swap) {
        side_ = other(side_);
        hash_ ^= zobrist::white_to_move;
        count_ply(may_swap);
    }
    /// Ends a turn after which the same colour moves: the swap.
    constexpr void count_ply(bool may_swap) {
        ply_++;
        if (may_swap != may_swap_) hash_ ^= zobrist::may_swap;
        may_swap_ = may_swap;
    }

  private:
    std::array<Bits, 4> pieces_{};
    std::uint64_t hash_ = 0;
    std::uint32_t ply_ = 0;
    Side side_ = Side::black;
    bool may_swap_ = false;
};

/// A placement, perhaps with the reduction of a line, or the swap.
class LotMove : public Move16<class Lot> {
  public:
    constexpr LotMove() = default;
    static constexpr LotMove from_code(std::uint16_t code) { return LotMove(Move16::from_code(code)); }
    static constexpr LotMove place(unsigned cell) {
        return from_code(static_cast<std::uint16_t>(placement | cell));
    }
    /// Places on `cell` and reduces the line of three along `axis` in which `cell` is the `part`th (from 0);
    /// the `kept`th becomes the stack.
    static constexpr LotMove reduce(unsigned cell, unsigned axis, unsigned part, unsigned kept) {
        return from_code(
            static_cast<std::uint16_t>(placement | cell | axis << 6U | (part + 1) << 8U | kept << 10U));
    }
    [[nodiscard]] constexpr unsigned cell() const { return code() & 63U; }
    [[nodiscard]] constexpr bool reduces() const { return part_code() != 0; }
    /// The line's cell of that number, 0 to 2, from the end with the lower column, then the lower row.
    [[nodiscard]] constexpr unsigned line_cell(unsigned number) const {
        const int offset = static_cast<int>(number) - static_cast<int>(part_code()) + 1;
        return static_cast<unsigned>(static_cast<int>(cell()) + offset * lot::axes[code() >> 6U & 3U]);
    }
    [[nodiscard]] constexpr unsigned kept() const { return code() >> 10U & 3U; }
    [[nodiscard]] constexpr unsigned kept_cell() const { return line_cell(kept()); }

  private:
    static constexpr unsigned placement = 0x1000;
    constexpr explicit LotMove(Move16 move) : Move16(move) {}
    [[nodiscard]] constexpr unsigned part_code() const { return code() >> 8U & 3U; }
};

class Lot {
  public:
    struct Rules {
        std::uint8_t size = 7;
        std::uint8_t pie = 0;  ///< 0 on, 1 off

        friend constexpr bool operator==(const Rules&, const Rules&) = default;
    };
    using Position = LotPosition;
    using Move = LotMove;
    // A board of 8x8 has 168 lines of three; each allows three reductions at most, and only while just
    // one of its cells is empty.
    static constexpr std::size_t max_moves = 168 * 3 + 64;
    using Moves = MoveList<Move, max_moves>;

    static constexpr const char* name = "lot";
    static constexpr const char* title = "LOT (Line Of Three)";
    static constexpr Side first_side = Side::black;
    static constexpr bool has_repetition = false;
    static constexpr bool bulk_perft = false;
    static constexpr Move swap = Move::from_code(0x2000);
    static constexpr std::array<Option<Rules>, 2> options{{
        {.name = "size", .member = &Rules::size, .low = 5, .high = 8},
        {.name = "pie", .member = &Rules::pie, .choices = {"on", "off"}},
    }};
    static constexpr std::array<PieceKind, 4> pieces{{{'b', "black", "single"},
                                                      {'w', "white", "single"},
                                                      {'B', "black", "stack"},
                                                      {'W', "white", "stack"}}};

    static Position start(const Rules& rules);
    static void moves(const Rules& rules, const Position& position, Moves& moves);
    static int count_moves(const Rules& rules, const Position& position);
    static Position after(const Rules& rules, const Position& position, Move move);
    static Outcome outcome(const Rules& rules, const Position& position);
    /// Whether the move removes pieces from the board.
    static bool is_capture(const Position&, Move move) { return move.reduces(); }
    static Side first_seat(const Position& position) {
        return position.ply() == position.placed() ? first_side : other(first_side);
    }
    static std::uint64_t hash_of(const Rules& rules, const Position& position) {
        return position.computed_hash(rules_key<Lot>(rules));
    }

    static int rows_to_size(int rows) { return rows >= 5 && rows <= 8 ? rows : 0; }
    static const Grid& grid(const Rules& rules);
    static char piece_at(const Position& position, unsigned cell);
    static Result<Position> parse_position(const Rules& rules, std::string_view text);
    static std::string format_position(const Rules& rules, const Position& position);
    static Result<Move> parse_move(const Rules& rules, const Position& position, std::string_view text);
    static std::string format_move(const Rules& rules, const Position& position, Move move);
    static MoveDetail detail(const Rules& rules, const Position& position, Move move);
};

}  // namespace trilogue
