// What a search is asked for, and what it tells.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/score.hpp"

namespace trilogue {

constexpr std::int64_t not_given = -1;

/// The clocks of the player to move and of the opponent, in milliseconds.
struct Clocks {
    std::int64_t time = not_given;
    std::int64_t inc = not_given;
    std::int64_t opptime = not_given;
    std::int64_t oppinc = not_given;
    std::int64_t movestogo = not_given;  ///< moves until more time is added; not given: to the end
};

/// The first limit reached ends the search. With `infinite`, or while `ponder` waits for its ponderhit,
/// none does: only a stop. A search without any limit would be infinite; the caller refuses it.
struct Limits {
    Clocks clocks{};
    std::int64_t movetime = not_given;  ///< ms
    std::int64_t nodes = not_given;     ///< moves made, by all threads
    std::int64_t depth = not_given;     ///< plies
    bool infinite = false;
    bool ponder = false;
    int multipv = 1;                           ///< lines wanted
    std::vector<std::uint16_t> searchmoves{};  ///< codes of the moves considered; empty: all
    int threads = 1;
    /// 0: none. Any other adds to each evaluation a number from -3 to 3 that follows from seed and
    /// position, so that equal positions are played differently from seed to seed, and again alike.
    std::uint64_t seed = 0;
    std::int64_t info_interval = 500;  ///< ms; the longest time without an Info
};

/// One of the best lines. `solved`: the score is proved by results alone. Moves as codes, from the root.
struct Line {
    Score score = score_none;
    Bound bound = Bound::exact;
    int depth = 0;
    int seldepth = 0;
    bool solved = false;
    std::vector<std::uint16_t> pv{};
};

/// The state of a search, best line first.
struct Info {
    std::vector<Line> lines{};
    std::uint64_t nodes = 0;
    std::int64_t microseconds = 0;  ///< since the search began
    int hashfull = 0;               ///< thousandths
};

/// The end of a search: `info.lines[0].pv` begins with the move to play and holds at least that.
struct Answer {
    Info info{};
    [[nodiscard]] std::uint16_t move() const { return info.lines[0].pv[0]; }
};

/// Called in the thread that runs the search. False ends the search.
using OnInfo = std::function<bool(const Info&)>;

}  // namespace trilogue
