// The positions of the game and of the line being searched, to see repetitions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/score.hpp"

namespace trilogue {

enum class Repeated : std::uint8_t {
    no,
    ends,   ///< the game ends as a draw by rule
    again,  ///< seen before on this line: a draw is what it will come to, but the rule does not say so yet
};

/// Hashes of positions with the player to move in them, oldest first. A position can only come again if
/// all since was reversible, so each entry knows where its reversible stretch began.
class Path {
  public:
    /// `past`: the game's positions before the root, oldest first. `limit`: the occurrence that draws, 0:
    /// none.
    Path(std::span<const std::uint64_t> past, int limit) : limit_(limit) {
        entries_.reserve(past.size() + max_search_ply + 2);
        for (const std::uint64_t hash : past) push(hash, true);
        root_ = entries_.size();
    }

    void push(std::uint64_t hash, bool reversible) {
        const auto here = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back({hash, reversible && here > 0 ? entries_.back().since : here});
        ++seen_[slot(hash)];
    }
    void pop() {
        --seen_[slot(entries_.back().hash)];
        entries_.pop_back();
    }

    /// Whether the position pushed last came before.
    [[nodiscard]] Repeated repeated() const {
        const Entry& last = entries_.back();
        if (limit_ == 0 || seen_[slot(last.hash)] < 2) return Repeated::no;
        int occurrences = 1;
        bool on_line = false;
        // The same player is to move two plies ago, and nothing comes back sooner than after four.
        for (std::size_t back = 4; back + last.since < entries_.size(); back += 2) {
            const std::size_t at = entries_.size() - 1 - back;
            if (entries_[at].hash != last.hash) continue;
            if (++occurrences >= limit_) return Repeated::ends;
            on_line = on_line || at >= root_;
        }
        return on_line ? Repeated::again : Repeated::no;
    }

    /// A key for the set of positions that would draw if they came once more. Proofs of wins found with
    /// another set may lead through them; so this takes part in the table's keys.
    [[nodiscard]] std::uint64_t signature() const {
        if (limit_ == 0) return 0;
        std::vector<std::uint64_t> past;
        for (const Entry& entry : entries_) past.push_back(entry.hash);
        std::sort(past.begin(), past.end());
        std::uint64_t mixed = 0;
        for (std::size_t i = 0; i < past.size();) {
            std::size_t j = i;
            while (j < past.size() && past[j] == past[i]) ++j;
            if (j - i + 1 >= static_cast<std::size_t>(limit_)) {
                std::uint64_t h = past[i] * 0x9e3779b97f4a7c15ULL;
                mixed ^= (h ^ h >> 29) * 0xbf58476d1ce4e5b9ULL;
            }
            i = j;
        }
        return mixed;
    }

  private:
    struct Entry {
        std::uint64_t hash;
        std::uint32_t since;  ///< index of the first position from which all moves were reversible
    };
    static constexpr std::size_t slots = 8192;
    static std::size_t slot(std::uint64_t hash) { return static_cast<std::size_t>(hash % slots); }

    std::vector<Entry> entries_;
    std::size_t root_ = 0;
    int limit_;
    // How many entries fall into each slot: 0 or 1 for nearly all, so that most positions are seen to be new
    // without a walk back.
    std::array<std::uint16_t, slots> seen_{};
};

}  // namespace trilogue
