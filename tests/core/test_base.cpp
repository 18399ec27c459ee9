// Sets of cells, move lists and keys.
#include <set>

#include "base/bits.hpp"
#include "base/move_list.hpp"
#include "base/zobrist.hpp"
#include "check.hpp"

using namespace trilogue;

namespace {

void check_bits(test::Report& report) {
    std::string visited;
    each_cell(bit(0) | bit(5) | bit(63), [&](unsigned cell) { visited += std::to_string(cell) + ' '; });
    report.equal(visited, "0 5 63 ");
    report.equal(count(~Bits{0}), 64);
    report.check(other(Side::black) == Side::white && other(Side::white) == Side::black, "two sides");
}

void check_move_list(test::Report& report) {
    using Move = Move16<struct Any>;
    MoveList<Move, 4> moves;
    report.check(moves.empty(), "begins empty");
    moves.push(Move::from_code(7));
    moves.push(Move::from_code(9));
    report.equal(moves.size(), 2U);
    report.check(moves.contains(Move::from_code(9)) && !moves.contains(Move::from_code(8)), "contains");
    report.check(!Move() && Move::from_code(1), "code 0 is no move");
}

void check_keys(test::Report& report) {
    std::set<std::uint64_t> keys{zobrist::white_to_move, zobrist::may_swap, 0};
    for (const auto& kind : zobrist::piece) keys.insert(kind.begin(), kind.end());
    report.equal(keys.size(), 3U + 4 * 64, "distinct keys");
}

}  // namespace

int main() {
    test::Report report;
    check_bits(report);
    check_move_list(report);
    check_keys(report);
    return report.code();
}
