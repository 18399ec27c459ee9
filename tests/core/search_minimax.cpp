// The search against plain minimax, on small boards.
#include <algorithm>
#include <string>

#include "check.hpp"
#include "random_games.hpp"
#include "search/games.hpp"
#include "search/search.hpp"

using namespace trilogue;

namespace {

/// The value by the definition: no bounds, no table, no order.
template <Evaluated G>
Score minimax(const typename G::Rules& rules, const typename G::Position& position, int depth, int ply) {
    const auto memo = Evaluation<G>::of(rules, position);
    switch (standing_of(G::outcome(rules, position), position.side())) {
        case Standing::open:
            break;
        case Standing::won:
            return win_in(ply);
        case Standing::lost:
            return loss_in(ply);
        case Standing::drawn:
            return score_draw;
    }
    if (depth == 0) return heuristic(Evaluation<G>::evaluate(rules, position, memo));
    MovesOf<G> moves;
    G::moves(rules, position, moves);
    Score best = -score_infinite;
    for (const auto move : moves)
        best = std::max(best, -minimax<G>(rules, G::after(rules, position, move), depth - 1, ply + 1));
    return best;
}

template <Evaluated G>
Line searched(const typename G::Rules& rules, const typename G::Position& position, int depth, Width width) {
    TranspositionTable table(1);
    Control control;
    const Limits limits{.depth = depth};
    return search<G>(rules, position, {}, limits, table, control, {}, width).info.lines[0];
}

/// Plays the line; false when a move is not legal.
template <Evaluated G>
bool legal(const typename G::Rules& rules, typename G::Position position, const Line& line) {
    for (const std::uint16_t code : line.pv) {
        MovesOf<G> moves;
        G::moves(rules, position, moves);
        if (!moves.contains(G::Move::from_code(code))) return false;
        position = G::after(rules, position, G::Move::from_code(code));
    }
    const bool reaches_end = G::outcome(rules, position).over();
    return !is_decided(line.score) ||
           (reaches_end && line.pv.size() == static_cast<std::size_t>(distance(line.score)));
}

/// At full width every score is minimax's. Selective, a win or loss that is claimed is true, and so is its
/// distance if it is within the depth; and what is won or lost is found a few plies later at most.
template <Evaluated G>
void compare(test::Report& report, const typename G::Rules& rules, int games, int plies, int depth) {
    int decided = 0;
    for (const auto& position : test::random_positions<G>(rules, 11, games, plies)) {
        const std::string what = G::format_position(rules, position);
        const Score truth = minimax<G>(rules, position, depth, 0);
        const Line full = searched<G>(rules, position, depth, Width::full);
        report.equal(full.score, truth, what);
        report.check(legal<G>(rules, position, full), what + " line");
        const Line selective = searched<G>(rules, position, depth, Width::selective);
        report.check(legal<G>(rules, position, selective), what + " selective line");
        if (is_decided(truth)) {
            ++decided;
            report.equal(searched<G>(rules, position, depth + 3, Width::selective).score, truth,
                         what + " found");
        }
        if (is_decided(selective.score) && distance(selective.score) <= depth)
            report.equal(selective.score, truth, what + " claimed");
    }
    report.check(decided >= games / 20, std::string(G::name) + ": hardly a position was decided");
}

}  // namespace

int main() {
    test::Report report;
    compare<Loa>(report, {.size = 5, .repetition = 2}, 40, 30, 3);
    compare<Loa>(report, {.size = 5, .simultaneous = 1, .nomove = 1, .repetition = 2}, 15, 30, 4);
    compare<Loa>(report, {.size = 6, .repetition = 2}, 15, 40, 3);
    compare<Lag>(report, {3}, 120, 30, 5);
    compare<Lag>(report, {4}, 20, 40, 4);
    compare<Lot>(report, {.size = 5, .pie = 1}, 40, 50, 3);
    compare<Lot>(report, {.size = 5, .pie = 0}, 5, 2, 2);
    return report.code();
}
