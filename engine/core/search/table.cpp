#include "search/table.hpp"

#include <algorithm>

namespace trilogue {
namespace {

// data: move 16 | score 16 | evaluation 16 | depth 8 | generation 5, solved 1, bound 2
constexpr unsigned generations = 32;

constexpr std::uint64_t field(Score score, unsigned shift) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(score)) << shift;
}
constexpr Score score_at(std::uint64_t data, unsigned shift) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> shift));
}
constexpr int depth_of(std::uint64_t data) {
    return static_cast<int>(data >> 48 & 0xff);
}
constexpr unsigned generation_of(std::uint64_t data) {
    return static_cast<unsigned>(data >> 59);
}
constexpr Bound bound_of(std::uint64_t data) {
    return static_cast<Bound>(data >> 56 & 3);
}
constexpr bool solved_of(std::uint64_t data) {
    return (data >> 58 & 1) != 0;
}

std::uint64_t pack(const Known& known, unsigned generation) {
    return known.move | field(known.score == score_none ? 0 : known.score, 16) |
           field(known.evaluation == score_none ? INT16_MIN : known.evaluation, 32) |
           static_cast<std::uint64_t>(std::clamp(known.depth, 0, 255)) << 48 |
           static_cast<std::uint64_t>(known.bound) << 56 | static_cast<std::uint64_t>(known.solved) << 58 |
           static_cast<std::uint64_t>(generation) << 59;
}

Known unpack(std::uint64_t data) {
    Known known;
    known.move = static_cast<std::uint16_t>(data);
    known.bound = bound_of(data);
    if (known.bound != Bound::none) known.score = score_at(data, 16);
    if (score_at(data, 32) != INT16_MIN) known.evaluation = score_at(data, 32);
    known.depth = depth_of(data);
    known.solved = solved_of(data);
    return known;
}

/// How much an entry deserves to stay: deep, solved and young. An empty one deserves nothing.
int worth(std::uint64_t data, unsigned generation) {
    if (data == 0) return -1000;
    const unsigned age = (generation - generation_of(data)) % generations;
    return depth_of(data) + (solved_of(data) ? 4 : 0) - 8 * static_cast<int>(age);
}

}  // namespace

bool TranspositionTable::prepare() {
    generation_ = (generation_ + 1) % generations;
    if (pages_.data() != nullptr) return true;
    pages_ = Pages(mebibytes_ << 20);
    clusters_ = pages_.bytes() / sizeof(Cluster);
    return pages_.data() != nullptr;
}

void TranspositionTable::clear() {
    pages_ = Pages();
    clusters_ = 0;
    generation_ = 0;
}

void TranspositionTable::resize(std::size_t mebibytes) {
    clear();
    mebibytes_ = mebibytes;
}

std::optional<Known> TranspositionTable::probe(std::uint64_t key) const {
    for (const Entry& entry : cluster(key).entries) {
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return unpack(data);
    }
    return std::nullopt;
}

void TranspositionTable::store(std::uint64_t key, const Known& known) {
    Entry* victim = nullptr;
    int least = INT32_MAX;
    std::uint64_t data = pack(known, generation_);
    for (Entry& entry : cluster(key).entries) {
        const std::uint64_t old = entry.data.load(std::memory_order_relaxed);
        if ((entry.check.load(std::memory_order_relaxed) ^ old) == key && old != 0) {
            // A deeper result of this search is not given up for a shallower bound, nor a proof for a guess.
            const bool better = depth_of(old) > known.depth + 2 && generation_of(old) == generation_;
            if (known.bound != Bound::exact && (better || solved_of(old)) && !known.solved) return;
            if (known.move == 0) data |= old & 0xffff;
            victim = &entry;
            break;
        }
        const int value = worth(old, generation_);
        if (value < least) {
            least = value;
            victim = &entry;
        }
    }
    victim->check.store(key ^ data, std::memory_order_relaxed);
    victim->data.store(data, std::memory_order_relaxed);
}

int TranspositionTable::hashfull() const {
    const std::uint64_t sample = std::min<std::uint64_t>(clusters_, 250);
    if (sample == 0) return 0;
    std::uint64_t used = 0;
    for (std::uint64_t i = 0; i < sample; ++i)
        for (const Entry& entry : static_cast<Cluster*>(pages_.data())[i].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if (data != 0 && generation_of(data) == generation_) ++used;
        }
    return static_cast<int>(used * 1000 / (sample * 4));
}

}  // namespace trilogue
