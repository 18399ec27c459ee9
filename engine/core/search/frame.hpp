// What a search keeps for each ply of the line it is in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "eval/evaluation.hpp"
#include "search/ordering.hpp"

namespace trilogue {

/// The best line found below a ply, by codes.
class Variation {
  public:
    void clear() { size_ = 0; }
    void push(std::uint16_t code) {
        if (size_ < codes_.size()) codes_[size_++] = code;
    }
    void set(std::uint16_t first, const Variation& rest) {
        clear();
        push(first);
        for (const std::uint16_t code : rest.codes()) push(code);
    }
    [[nodiscard]] std::span<const std::uint16_t> codes() const { return {codes_.data(), size_}; }

  private:
    std::array<std::uint16_t, max_search_ply> codes_;
    std::size_t size_ = 0;
};

template <Game G>
struct Frame {
    typename G::Position position;
    typename Evaluation<G>::Memo memo;
    Score evaluation = score_none;
    std::uint16_t made = 0;  ///< the move that led here; 0: a pass of the search's own
    Killers killers;
    Variation pv;
};

}  // namespace trilogue
