// A game's options, declared once: checks, defaults, help and the values in use come from the table.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/zobrist.hpp"

namespace trilogue {

/// One option of a game whose rules are a `Rules`. With choices it is a string, kept as the index of
/// its choice; without, an integer from `low` to `high`, kept as itself. Its default is the member's.
template <class Rules>
struct Option {
    std::string_view name;
    std::uint8_t Rules::*member;
    std::array<std::string_view, 3> choices{};  ///< unused places are empty
    std::uint8_t low = 0;
    std::uint8_t high = 0;
    bool is_rule = true;  ///< false where it only chooses the start

    [[nodiscard]] constexpr bool is_integer() const { return choices[0].empty(); }
};

/// Options as given: names and values as text, to which each option gives the type it declares.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;

using OptionValue = std::variant<int, std::string>;
using OptionValues = std::vector<std::pair<std::string, OptionValue>>;

/// An option that was refused: `unknown` tells a wrong name from a wrong value.
struct OptionFault {
    bool unknown = false;
    Error error;
};

namespace detail {

/// The value as the option keeps it, or -1.
template <class Rules>
int parse_option(const Option<Rules>& option, const std::string& text) {
    if (option.is_integer()) {
        int number = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool whole = fault == std::errc{} && end == text.data() + text.size();
        return whole && number >= option.low && number <= option.high ? number : -1;
    }
    for (std::size_t i = 0; i < option.choices.size(); i++)
        if (!option.choices[i].empty() && option.choices[i] == text) return static_cast<int>(i);
    return -1;
}

template <class Rules>
std::string range_of(const Option<Rules>& option) {
    if (option.is_integer()) return std::to_string(option.low) + " to " + std::to_string(option.high);
    std::string range;
    for (std::string_view choice : option.choices)
        if (!choice.empty()) range += (range.empty() ? "" : ", ") + std::string(choice);
    return "one of " + range;
}

}  // namespace detail

/// Rules with `texts` in force and all else by default, or the first option that is refused.
template <class G>
std::variant<typename G::Rules, OptionFault> rules_from(const OptionTexts& texts) {
    typename G::Rules rules;
    for (const auto& [name, text] : texts) {
        bool known = false;
        for (const auto& option : G::options) {
            if (option.name != name) continue;
            known = true;
            const int kept = detail::parse_option(option, text);
            if (kept < 0) return OptionFault{false, {name, name + " must be " + detail::range_of(option)}};
            rules.*option.member = static_cast<std::uint8_t>(kept);
        }
        if (known) continue;
        std::string names;
        for (const auto& option : G::options) names += (names.empty() ? "" : ", ") + std::string(option.name);
        return OptionFault{true,
                           {name, std::string(G::name) + " takes no " + name + "; its options are " + names}};
    }
    return rules;
}

/// The options in force, all of them, typed.
template <class G>
OptionValues options_of(const typename G::Rules& rules) {
    OptionValues values;
    for (const auto& option : G::options) {
        const std::uint8_t kept = rules.*option.member;
        if (option.is_integer())
            values.emplace_back(option.name, static_cast<int>(kept));
        else
            values.emplace_back(option.name, std::string(option.choices[kept]));
    }
    return values;
}

/// What the rules contribute to the hash: the game and each option that is a rule.
template <class G>
std::uint64_t rules_key(const typename G::Rules& rules) {
    std::uint64_t key = 0;
    for (const char* c = G::name; *c != '\0'; c++) key = zobrist::mix(key ^ static_cast<unsigned char>(*c));
    for (const auto& option : G::options)
        if (option.is_rule) key = zobrist::mix(key ^ rules.*option.member);
    return key;
}

}  // namespace trilogue
