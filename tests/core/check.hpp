// The smallest harness that will do: a report that counts what failed and says where.
#pragma once

#include <iostream>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "games/game.hpp"

namespace trilogue::test {

/// The place of a call, as a default argument. (std::source_location is beyond clang 14 with libstdc++.)
struct Where {
    const char* file;
    int line;
    // NOLINTNEXTLINE: implicit by design
    constexpr Where(const char* in_file = __builtin_FILE(), int at_line = __builtin_LINE())
        : file(in_file), line(at_line) {}
};

class Report {
  public:
    void check(bool holds, std::string_view what, Where where = Where()) {
        if (holds) return;
        failures_++;
        std::cerr << where.file << ':' << where.line << ": " << what << '\n';
    }
    template <class A, class B>
    void equal(const A& found, const B& expected, std::string_view what = "", Where where = Where()) {
        if (found == expected) return;
        failures_++;
        std::cerr << where.file << ':' << where.line << ": " << what << " found \"" << found
                  << "\", expected \"" << expected << "\"\n";
    }
    /// The exit code of the test.
    [[nodiscard]] int code() const { return failures_ == 0 ? 0 : 1; }

  private:
    int failures_ = 0;
};

/// The position that a text says; the text must be right.
template <Game G>
typename G::Position position(const typename G::Rules& rules, std::string_view text) {
    const auto parsed = G::parse_position(rules, text);
    if (parsed) return parsed.value();
    std::cerr << text << ": " << parsed.error().message << '\n';
    std::abort();
}

template <Game G>
typename G::Position play(const typename G::Rules& rules, typename G::Position position,
                          std::string_view text) {
    const auto move = G::parse_move(rules, position, text);
    if (move) return G::after(rules, position, move.value());
    std::cerr << move.error().message << '\n';
    std::abort();
}

/// What a move's refusal says, or "legal".
template <Game G>
std::string refusal(const typename G::Rules& rules, const typename G::Position& position,
                    std::string_view text) {
    const auto move = G::parse_move(rules, position, text);
    return move ? "legal" : move.error().message;
}

/// What a position's refusal says, or the position in canonical form.
template <Game G>
std::string reading(const typename G::Rules& rules, std::string_view text) {
    const auto parsed = G::parse_position(rules, text);
    return parsed ? G::format_position(rules, parsed.value())
                  : parsed.error().field + ": " + parsed.error().message;
}

/// "black connected" and the like; "" while the game goes on.
template <Game G>
std::string verdict(const typename G::Rules& rules, const typename G::Position& position) {
    const Outcome outcome = G::outcome(rules, position);
    return outcome.over() ? std::string(outcome.result()) + ' ' + outcome.reason : "";
}

}  // namespace trilogue::test
