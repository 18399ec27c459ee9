// What the threads of one search share.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "search/table.hpp"

namespace trilogue {

/// A counter written by one thread and read by others, alone on its cache line.
struct alignas(64) NodeCount {
    std::atomic<std::uint64_t> value = 0;
};

struct Shared {
    TranspositionTable& table;
    std::vector<NodeCount> nodes;     ///< one for each thread
    std::atomic<bool> ended = false;  ///< the threads are to return
    std::uint64_t seed = 0;

    Shared(TranspositionTable& t, std::size_t threads, std::uint64_t s) : table(t), nodes(threads), seed(s) {}

    [[nodiscard]] std::uint64_t total_nodes() const {
        std::uint64_t sum = 0;
        for (const NodeCount& count : nodes) sum += count.value.load(std::memory_order_relaxed);
        return sum;
    }
};

}  // namespace trilogue
