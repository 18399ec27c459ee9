// By how many plies a move that comes late in the order is searched less deep at first.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "search/ordering.hpp"
#include "search/tactics.hpp"

namespace trilogue {

namespace detail {

/// 256 * ln(n), for small n.
inline const std::array<int, 128> logarithms = [] {
    std::array<int, 128> table{};
    for (std::size_t n = 1; n < table.size(); ++n)
        table[n] = static_cast<int>(256 * std::log(static_cast<double>(n)));
    return table;
}();

}  // namespace detail

/// For the move with `index` moves before it, 0 for none. It grows with the logarithms of depth and index,
/// less where an exact value is wanted and for moves that did well elsewhere, more where a cut-off is
/// expected. What is left is one ply at least.
template <Game G>
int reduction_of(int depth, std::size_t index, bool pv, bool cut, int history) {
    if constexpr (!Tactics<G>::reductions) return 0;
    if (depth < 3 || index < (pv ? 4U : 2U)) return 0;
    const auto d = static_cast<std::size_t>(std::min(depth, 127));
    const std::size_t n = std::min<std::size_t>(index, 127);
    int reduction = (128 * 256 + detail::logarithms[d] * detail::logarithms[n] / 2) >> 16;
    if (pv) --reduction;
    if (cut) ++reduction;
    reduction -= history / (History::limit / 2);
    return std::clamp(reduction, 0, depth - 2);
}

}  // namespace trilogue
