// How a running search is steered from other threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "search/clock.hpp"
#include "search/limits.hpp"

namespace trilogue {

/// A ponderhit: when it came, and the clocks that came with it (those not given stay as they were).
struct PonderHit {
    Instant received;
    Clocks clocks{};
};

/// The mailbox of one search slot. A stop or a ponderhit stays in it until a search takes it or `arm` throws
/// it away: so one that comes between `arm` and the begin of the search is not lost, and one that comes
/// after the search has ended does not meet the next.
class Control {
  public:
    /// Empties the mailbox: the next search has been accepted, what came before was not meant for it.
    void arm() {
        const std::lock_guard lock(mutex_);
        stopped_.store(false, std::memory_order_relaxed);
        hit_.reset();
        hit_waits_.store(false, std::memory_order_relaxed);
    }
    void stop() {
        const std::lock_guard lock(mutex_);
        stopped_.store(true, std::memory_order_relaxed);
        changed_.notify_all();
    }
    void ponderhit(const Clocks& clocks) {
        const std::lock_guard lock(mutex_);
        hit_ = PonderHit{SteadyClock::now(), clocks};
        hit_waits_.store(true, std::memory_order_relaxed);
        changed_.notify_all();
    }
    [[nodiscard]] bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    /// The ponderhit that has come since this was last asked.
    [[nodiscard]] std::optional<PonderHit> take_hit() {
        if (!hit_waits_.load(std::memory_order_relaxed)) return std::nullopt;
        const std::lock_guard lock(mutex_);
        hit_waits_.store(false, std::memory_order_relaxed);
        return std::exchange(hit_, std::nullopt);
    }
    /// Waits until something is in the mailbox, or until `deadline`.
    void wait_until(Instant deadline) {
        std::unique_lock lock(mutex_);
        changed_.wait_until(lock, deadline, [this] { return stopped() || hit_.has_value(); });
    }

  private:
    std::atomic<bool> stopped_ = false;
    std::atomic<bool> hit_waits_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<PonderHit> hit_;
};

}  // namespace trilogue
