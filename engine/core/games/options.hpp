// A game's options, declared once: checks, defaults, help and the values in use come from the table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace trilogue {

/// One option of a game whose rules are a `Rules`. With choices it is a string, kept as the index of
/// its choice; without, an integer from `low` to `high`, kept as itself.
template <class Rules>
struct Option {
    std::string_view name;
    std::uint8_t Rules::*member;
    std::array<std::string_view, 3> choices{};  ///< unused places are empty
    std::uint8_t low = 0;
    std::uint8_t high = 0;

    [[nodiscard]] constexpr bool is_integer() const { return choices[0].empty(); }
};

using OptionValue = std::variant<long long, std::string>;
using OptionValues = std::vector<std::pair<std::string, OptionValue>>;

/// An option that was refused: `unknown` tells a wrong name from a wrong value.
struct OptionFault {
    bool unknown = false;
    Error error;
};

}  // namespace trilogue
