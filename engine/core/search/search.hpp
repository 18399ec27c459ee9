// A whole search: threads, limits, infos, and the answer.
#pragma once

#include "search/conductor.hpp"

namespace trilogue {

/// Searches `root` until a limit is reached or `control` says stop, and gives the best move found; blocks.
/// The position must have a legal move that `limits.searchmoves` allows. `past`: hashes of the game's
/// positions before the root, oldest first. Never allocates once it has begun, save for infos. Throws
/// std::bad_alloc if the table cannot be had, std::system_error if a thread cannot be started.
template <Evaluated G>
Answer search(const typename G::Rules& rules, const typename G::Position& root,
              std::span<const std::uint64_t> past, const Limits& limits, TranspositionTable& table,
              Control& control, const OnInfo& on_info, Width width = Width::selective) {
    if (!table.prepare()) throw std::bad_alloc();
    return Conductor<G>(rules, root, past, limits, table, control, on_info, width).run();
}

}  // namespace trilogue
