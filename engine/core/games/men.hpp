// What LAG and LOA share: men of two colours that move from cell to cell and capture by landing.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/bits.hpp"
#include "base/move_list.hpp"
#include "base/result.hpp"
#include "base/side.hpp"
#include "base/zobrist.hpp"
#include "games/board.hpp"
#include "games/grid.hpp"
#include "games/grid_text.hpp"

namespace trilogue {

class MenPosition {
  public:
    [[nodiscard]] constexpr Side side() const { return side_; }
    [[nodiscard]] constexpr std::uint32_t ply() const { return ply_; }
    [[nodiscard]] constexpr std::uint64_t hash() const { return hash_; }
    [[nodiscard]] constexpr Bits pieces(Side side) const { return pieces_[index(side)]; }
    [[nodiscard]] constexpr Bits occupied() const { return pieces_[0] | pieces_[1]; }

    /// Board and side to move; how the position was reached and the rules are not compared.
    friend constexpr bool operator==(const MenPosition& a, const MenPosition& b) {
        return a.pieces_ == b.pieces_ && a.side_ == b.side_;
    }

    void set_up(const BoardText& board, std::uint32_t ply, std::uint64_t rules_key) {
        pieces_ = {board.pieces[0], board.pieces[1]};
        side_ = board.side;
        ply_ = ply;
        hash_ = computed_hash(rules_key);
    }
    [[nodiscard]] std::uint64_t computed_hash(std::uint64_t rules_key) const {
        const std::uint64_t men = zobrist::all(0, pieces_[0]) ^ zobrist::all(1, pieces_[1]);
        return rules_key ^ men ^ (side_ == Side::white ? zobrist::white_to_move : 0);
    }
    /// Moves a man of the side to move, and captures what stands on `to`.
    constexpr void move(unsigned from, unsigned to) {
        const unsigned own = index(side_), opponent = own ^ 1U;
        pieces_[own] ^= bit(from) | bit(to);
        hash_ ^= zobrist::piece[own][from] ^ zobrist::piece[own][to];
        if (!has(pieces_[opponent], to)) return;
        pieces_[opponent] ^= bit(to);
        hash_ ^= zobrist::piece[opponent][to];
    }
    constexpr void end_turn() {
        side_ = other(side_);
        ply_++;
        hash_ ^= zobrist::white_to_move;
    }

  private:
    std::array<Bits, 2> pieces_{};
    std::uint64_t hash_ = 0;
    std::uint32_t ply_ = 0;
    Side side_ = Side::black;
};

/// A move from cell to cell, or a mark such as the pass.
template <class Tag>
class MenMove : public Move16<Tag> {
  public:
    constexpr MenMove() = default;
    constexpr MenMove(unsigned from, unsigned to)
        : Move16<Tag>(Move16<Tag>::from_code(static_cast<std::uint16_t>(from | to << 6U))) {}
    [[nodiscard]] static constexpr MenMove from_code(std::uint16_t code) {
        return MenMove(Move16<Tag>::from_code(code));
    }
    [[nodiscard]] constexpr unsigned from() const { return this->code() & 63U; }
    [[nodiscard]] constexpr unsigned to() const { return this->code() >> 6U & 63U; }

  private:
    constexpr explicit MenMove(Move16<Tag> move) : Move16<Tag>(move) {}
};

namespace men {

inline constexpr std::string_view letters = "bw";
inline constexpr std::array<PieceKind, 2> kinds{{{'b', "black", "man"}, {'w', "white", "man"}}};

constexpr char piece_at(const MenPosition& position, unsigned cell) {
    for (Side side : {Side::black, Side::white})
        if (has(position.pieces(side), cell)) return letter(side);
    return 0;
}

inline std::string format(const Grid& grid, const MenPosition& position) {
    const Bits black = position.pieces(Side::black), white = position.pieces(Side::white);
    return format_board(grid, letters, {{black, white}, position.side(), position.ply()});
}

struct TwoCells {
    unsigned from = 0;
    unsigned to = 0;
};

/// Reads `b1-b3`, `b1xb3`, `b1:b3` or `b1b3`, in either case.
Result<TwoCells> parse_two_cells(const Grid& grid, std::string_view text);
std::string format_two_cells(const Grid& grid, TwoCells cells, bool capture);
MoveDetail detail(const Grid& grid, TwoCells cells, bool capture);

/// The error of a move that is not legal: what was written, and why.
Error refuse(std::string_view text, const std::string& why);

}  // namespace men
}  // namespace trilogue
