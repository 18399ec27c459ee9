// What a game is. perft, the searcher and the bindings are templates over this concept.
//
// A game is a class without objects: its static functions take the rules in force and a position,
// both plain values. Cells are numbered from 0 and are the bits of a `Bits`.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/bits.hpp"
#include "base/move_list.hpp"
#include "base/result.hpp"
#include "base/side.hpp"
#include "games/board.hpp"
#include "games/grid.hpp"
#include "games/options.hpp"

namespace trilogue {

template <class G>
using MovesOf = MoveList<typename G::Move, G::max_moves>;

template <class R>
concept RulesValue = std::is_trivially_copyable_v<R> && std::equality_comparable<R>;

/// A position: the board, the side to move, the plies played and a 64-bit Zobrist hash, which is equal
/// (but for collisions) exactly when game, rules, board, side and right to swap are equal. The plies
/// are not part of it. Equality of positions compares board, side and right to swap, as the hash does.
template <class P>
concept PositionValue = std::is_trivially_copyable_v<P> && std::equality_comparable<P> &&
    requires(const P& p) {
    { p.side() } -> std::same_as<Side>;
    { p.ply() } -> std::same_as<std::uint32_t>;
    { p.hash() } -> std::same_as<std::uint64_t>;
};

template <class M>
concept MoveValue = std::is_trivially_copyable_v<M> && std::equality_comparable<M> &&
    requires(M m, std::uint16_t c) {
    { m.code() } -> std::same_as<std::uint16_t>;
    { M::from_code(c) } -> std::same_as<M>;
};

template <class G>
concept Game = RulesValue<typename G::Rules> && PositionValue<typename G::Position> &&
    MoveValue<typename G::Move> &&
    requires(const typename G::Rules& rules, const typename G::Position& position, typename G::Move move,
             MovesOf<G>& moves, std::string_view text) {
    // Facts. `has_repetition`: the history decides too, with `rules.repetition_limit()` occurrences of a
    // position (0: never). `bulk_perft`: the last ply of perft is counted, not played.
    { G::name } -> std::convertible_to<const char*>;
    { G::title } -> std::convertible_to<const char*>;
    { G::max_moves } -> std::convertible_to<std::size_t>;
    { G::first_side } -> std::convertible_to<Side>;
    { G::has_repetition } -> std::convertible_to<bool>;
    { G::bulk_perft } -> std::convertible_to<bool>;
    G::options;  // std::array<Option<Rules>, n>

    // Rules. `moves` appends every legal move in a fixed order, none when the game is over by the board.
    // `after` plays a legal move. `outcome` judges the board alone, without the history.
    { G::start(rules) } -> std::same_as<typename G::Position>;
    { G::moves(rules, position, moves) } -> std::same_as<void>;
    { G::count_moves(rules, position) } -> std::same_as<int>;
    { G::after(rules, position, move) } -> std::same_as<typename G::Position>;
    { G::outcome(rules, position) } -> std::same_as<Outcome>;
    { G::is_capture(position, move) } -> std::same_as<bool>;
    // The colour that the player who moved first has now.
    { G::first_seat(position) } -> std::same_as<Side>;
    // The hash computed from nothing, to check the one kept.
    { G::hash_of(rules, position) } -> std::same_as<std::uint64_t>;

    // Text. `parse_move` finds a legal move, or says why there is none. `rows_to_size` gives the size whose
    // board has that many rows, or 0.
    { G::rows_to_size(int{}) } -> std::same_as<int>;
    { G::parse_position(rules, text) } -> std::same_as<Result<typename G::Position>>;
    { G::format_position(rules, position) } -> std::same_as<std::string>;
    { G::parse_move(rules, position, text) } -> std::same_as<Result<typename G::Move>>;
    { G::format_move(rules, position, move) } -> std::same_as<std::string>;
    { G::detail(rules, position, move) } -> std::same_as<MoveDetail>;

    // The board as data. `piece_at` is the code of the piece on a cell, or 0; `pieces` lists the codes.
    { G::grid(rules) } -> std::same_as<const Grid&>;
    { G::piece_at(position, unsigned{}) } -> std::same_as<char>;
    { G::pieces.front() } -> std::convertible_to<PieceKind>;
};

}  // namespace trilogue
