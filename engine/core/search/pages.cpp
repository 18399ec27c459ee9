#include "search/pages.hpp"

#include <cstdint>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#define TRILOGUE_MMAP 1
#else
#include <cstring>
#include <new>
#endif

namespace trilogue {

#ifdef TRILOGUE_MMAP

// Fresh anonymous pages read as zero and cost nothing until touched, so that clearing a table is to
// map a new one: microseconds, whatever its size.
Pages::Pages(std::size_t bytes) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    data_ = memory;
    bytes_ = bytes;
#ifdef MADV_HUGEPAGE
    // Random probes into small pages miss the TLB nearly every time. Small tables stay lazy to the page.
    constexpr std::size_t worth_huge_pages = std::size_t{8} << 20;
    if (bytes >= worth_huge_pages) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

Pages::~Pages() {
    if (data_ != nullptr) munmap(data_, bytes_);
}

#else

Pages::Pages(std::size_t bytes) {
    data_ = ::operator new (bytes, std::align_val_t{64}, std::nothrow);
    if (data_ == nullptr) return;
    bytes_ = bytes;
    std::memset(data_, 0, bytes);
}

Pages::~Pages() {
    if (data_ != nullptr) ::operator delete (data_, std::align_val_t{64});
}

#endif

}  // namespace trilogue
