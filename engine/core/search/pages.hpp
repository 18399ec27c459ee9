// Zeroed memory for a large table, given by the system page by page as it is first touched.
#pragma once

#include <cstddef>
#include <utility>

namespace trilogue {

/// A block of zero bytes, aligned to a cache line at least. Owns its memory; may be empty.
class Pages {
  public:
    Pages() = default;
    /// Reserves `bytes`. Empty when the system refuses.
    explicit Pages(std::size_t bytes);
    ~Pages();
    Pages(Pages&& from) noexcept
        : data_(std::exchange(from.data_, nullptr)), bytes_(std::exchange(from.bytes_, 0)) {}
    Pages& operator=(Pages&& from) noexcept {
        std::swap(data_, from.data_);
        std::swap(bytes_, from.bytes_);
        return *this;
    }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    [[nodiscard]] void* data() const { return data_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace trilogue
