// Poison values: device memory whose contents nobody computed (mode timing), as ranges of host addresses. Knows nothing
// of torch.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace npusim {

class PoisonRanges {
public:
    void mark(const void* begin, size_t bytes);
    void clear(const void* begin, size_t bytes);
    bool overlaps(const void* begin, size_t bytes) const;
    // Whether there are none; costs one load, so that programs without poison values pay nothing.
    bool empty() const { return count_.load(std::memory_order_relaxed) == 0; }
    // Where the number of ranges lies, for Python.
    const int64_t* count_address() const { return reinterpret_cast<const int64_t*>(&count_); }

private:
    void cut(uintptr_t begin, uintptr_t end);

    mutable std::mutex mutex_;
    std::map<uintptr_t, uintptr_t> ranges_;  // begin -> end, apart from each other
    std::atomic<int64_t> count_{0};
};

PoisonRanges& poison_ranges();

}  // namespace npusim
