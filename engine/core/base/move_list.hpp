// A move as a 16-bit code, and a list of moves that lives on the stack.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace trilogue {

/// A move of the game that `Tag` names. Its low twelve bits tell apart all ordinary moves (a searcher
/// may index tables of 4,096 entries by them); the high four mark special ones. Code 0 is no move.
template <class Tag>
class Move16 {
  public:
    constexpr Move16() = default;
    [[nodiscard]] static constexpr Move16 from_code(std::uint16_t code) {
        Move16 move;
        move.code_ = code;
        return move;
    }
    [[nodiscard]] constexpr std::uint16_t code() const { return code_; }
    constexpr explicit operator bool() const { return code_ != 0; }
    friend constexpr bool operator==(Move16, Move16) = default;

  private:
    std::uint16_t code_ = 0;
};

/// At most `capacity` moves, without allocation; its storage is left uninitialised on purpose.
template <class Move, std::size_t capacity>
class MoveList {
  public:
    MoveList() {}  // NOLINT: clearing the array would cost more than generating moves
    void push(Move move) { moves_.items[size_++] = move; }
    void clear() { size_ = 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Move operator[](std::size_t i) const { return moves_.items[i]; }
    [[nodiscard]] Move& operator[](std::size_t i) { return moves_.items[i]; }
    [[nodiscard]] const Move* begin() const { return moves_.items; }
    [[nodiscard]] const Move* end() const { return moves_.items + size_; }
    [[nodiscard]] Move* begin() { return moves_.items; }
    [[nodiscard]] Move* end() { return moves_.items + size_; }
    [[nodiscard]] bool contains(Move move) const {
        for (Move one : *this)
            if (one == move) return true;
        return false;
    }

  private:
    union Storage {
        Storage() {}
        Move items[capacity];
    } moves_;
    std::size_t size_ = 0;
};

}  // namespace trilogue
