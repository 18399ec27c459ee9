#include "eval/loa.hpp"

namespace trilogue {

Evaluation<Loa>::Memo Evaluation<Loa>::of(const Loa::Rules& rules, const Loa::Position& position) {
    const Bits black = position.pieces(Side::black), white = position.pieces(Side::white);
    Memo memo{.sides = {}, .mobility = loa::Mobility(loa::LineTables::of(rules.size), black, white)};
    const auto& shapes = loa::ShapeTables::of(rules.size);
    for (const Side side : {Side::black, Side::white}) {
        const loa::Moments moments = shapes.moments_of(position.pieces(side));
        const loa::Shape shape = shapes.shape(position.pieces(side), moments);
        memo.sides[index(side)] = {moments, shape.sum(), shape.connected};
    }
    return memo;
}

Standing Evaluation<Loa>::without_moves(const Loa::Rules& rules, const Memo& memo, Side side) {
    if (memo.mobility.of(other(side)) == 0) return Standing::drawn;
    return rules.nomove == 0 ? Standing::open : Standing::lost;
}

void Evaluation<Loa>::terms(const Loa::Rules& rules, const Loa::Position& position, Terms& terms) {
    const auto& shapes = loa::ShapeTables::of(rules.size);
    const auto shape = [&](Side side) {
        const Bits men = position.pieces(side);
        return shapes.shape(men, shapes.moments_of(men));
    };
    const loa::Shape own = shape(position.side()), theirs = shape(other(position.side()));
    terms.add("concentration", own.concentration - theirs.concentration);
    terms.add("centralisation", own.centralisation - theirs.centralisation);
    terms.add("centre-of-mass", own.centre - theirs.centre);
    terms.add("quads", own.quads - theirs.quads);
    terms.add("connectedness", own.connectedness - theirs.connectedness);
    terms.add("mobility", mobility(position.side(), of(rules, position)));
    terms.add("to-move", to_move);
}

}  // namespace trilogue
