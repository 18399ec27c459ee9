// Prolongs principal variations by what the table knows.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/limits.hpp"
#include "search/worker.hpp"

namespace trilogue {

/// The table's move for a position, if it has one that is legal.
template <Evaluated G>
typename G::Move known_move(const Worker<G>& worker, const TranspositionTable& table,
                            const typename G::Position& position) {
    const auto known = table.probe(worker.key(position));
    if (!known || known->move == 0) return {};
    MovesOf<G> moves;
    G::moves(worker.rules(), position, moves);
    const auto move = G::Move::from_code(known->move);
    return moves.contains(move) ? move : typename G::Move{};
}

/// Makes a line of a decided game reach the end, and any line at least `least` moves long, where the table
/// has the moves.
template <Evaluated G>
void complete(Worker<G>& worker, const TranspositionTable& table, Line& line, std::size_t least) {
    std::size_t wanted = least;
    if (is_decided(line.score)) wanted = std::max(wanted, static_cast<std::size_t>(distance(line.score)));
    if (line.pv.size() >= wanted) return;
    auto position = worker.frame(0).position;
    for (const std::uint16_t code : line.pv)
        position = G::after(worker.rules(), position, G::Move::from_code(code));
    while (line.pv.size() < wanted) {
        const auto move = known_move<G>(worker, table, position);
        if (move == typename G::Move{}) return;
        line.pv.push_back(move.code());
        position = G::after(worker.rules(), position, move);
    }
}

}  // namespace trilogue
