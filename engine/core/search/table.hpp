// The transposition table, shared by all threads of a search without locks.
//
// An entry is two words, `key ^ data` and `data`, each a relaxed atomic: a torn pair decodes to another
// key and is taken for a miss (R. Hyatt and T. Mann, "A lock-less transposition table implementation for
// parallel search", ICGA Journal 25(1), 2002). Four entries share a cache line and compete by depth and age.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "search/pages.hpp"
#include "search/score.hpp"

namespace trilogue {

/// What is known of a position. `solved`: the bound rests on results alone, no evaluation and no
/// repetition took part in it, so that it holds at any depth.
struct Known {
    std::uint16_t move = 0;         ///< best or refuting move's code; 0: none
    Score score = score_none;       ///< as `to_table` gives it; unused when `bound` is none
    Score evaluation = score_none;  ///< static, from the player to move
    int depth = 0;                  ///< plies, 0 to 255
    Bound bound = Bound::none;
    bool solved = false;
};

class TranspositionTable {
  public:
    /// `mebibytes` of table, 1 or more, taken from the system at the first `prepare`.
    explicit TranspositionTable(std::size_t mebibytes) : mebibytes_(mebibytes) {}

    // These four must not run beside a search.
    /// Makes room if there is none and begins a new generation. False: the system has not the memory.
    bool prepare();
    /// Forgets everything, and gives the memory back until it is needed.
    void clear();
    /// Another size, empty.
    void resize(std::size_t mebibytes);
    [[nodiscard]] std::size_t mebibytes() const { return mebibytes_; }

    // These may run in any number of threads at once.
    [[nodiscard]] std::optional<Known> probe(std::uint64_t key) const;
    void store(std::uint64_t key, const Known& known);
    void prefetch([[maybe_unused]] std::uint64_t key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&cluster(key));
#endif
    }
    /// How full the table is with entries of this generation, in thousandths, by a sample.
    [[nodiscard]] int hashfull() const;

  private:
    struct Entry {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> data;
    };
    struct alignas(64) Cluster {
        std::array<Entry, 4> entries;
    };

    [[nodiscard]] Cluster& cluster(std::uint64_t key) const {
        // The high half of the key times the count, scaled back: uniform for any number of clusters.
        return static_cast<Cluster*>(pages_.data())[(key >> 32) * clusters_ >> 32];
    }

    std::size_t mebibytes_;
    std::uint64_t clusters_ = 0;
    unsigned generation_ = 0;
    Pages pages_;
};

}  // namespace trilogue
