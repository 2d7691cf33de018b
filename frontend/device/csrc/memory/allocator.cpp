// Device memory as torch sees it: c10::DeviceAllocator over the arena.
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/util/Exception.h>

#include <cstring>

#include "../device.h"
#include "arena.h"
#include "poison.h"

namespace npusim {
namespace {

using c10::CachingDeviceAllocator::DeviceStats;

void free_block(void* pointer) {
    if (pointer == nullptr) return;
    if (!poison_ranges().empty())
        poison_ranges().clear(pointer, arena().block_bytes(pointer));  // before others may get it
    arena().free(pointer);
}

[[noreturn]] void throw_out_of_memory(size_t bytes) {
    using c10::CachingAllocator::format_size;
    const auto allocated = static_cast<size_t>(arena().counters().allocated_bytes);
    const size_t capacity = arena().capacity_bytes();
    const bool fragmented = allocated + bytes <= capacity;
    TORCH_CHECK_WITH(OutOfMemoryError, false, "npu out of memory: requested ", format_size(bytes), " (", bytes,
                     " bytes); allocated ", format_size(allocated), " of the machine's capacity of ",
                     format_size(capacity), "; largest free block ", format_size(arena().largest_free_bytes()),
                     fragmented ? " (memory is fragmented)" : "",
                     ". Free tensors (del, smaller batches), or choose a machine with more DRAM (NPUSIM_MACHINE, "
                     "torch.npu.set_memory_capacity(bytes))");
}

void set_stat(c10::CachingAllocator::StatArray& stats, int64_t current, int64_t peak, int64_t allocated,
              int64_t freed) {
    auto& all = stats[static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE)];
    all.current = current;
    all.peak = peak;
    all.allocated = allocated;
    all.freed = freed;
}

class DeviceMemory final : public c10::DeviceAllocator {
public:
    c10::DataPtr allocate(size_t bytes) override {
        void* block = nullptr;
        if (bytes > 0) {
            block = arena().allocate(bytes);
            if (block == nullptr) throw_out_of_memory(bytes);
        }
        return {block, block, &free_block, device()};
    }

    c10::DeleterFnPtr raw_deleter() const override { return &free_block; }

    void copy_data(void* destination, const void* source, std::size_t count) const override {
        std::memcpy(destination, source, count);
    }

    bool initialized() override { return true; }
    void emptyCache(c10::MempoolId_t) override { arena().release_free_pages(); }
    void recordStream(const c10::DataPtr&, c10::Stream) override {}  // values are complete when a launch returns

    DeviceStats getDeviceStats(c10::DeviceIndex) override {
        const ArenaCounters n = arena().counters();
        DeviceStats stats;
        set_stat(stats.allocation, n.allocations, n.peak_allocations, n.total_allocations, n.total_frees);
        stats.active = stats.allocation;
        set_stat(stats.allocated_bytes, n.allocated_bytes, n.peak_allocated_bytes, n.total_allocated_bytes,
                 n.total_freed_bytes);
        stats.active_bytes = stats.allocated_bytes;
        stats.reserved_bytes = stats.allocated_bytes;  // nothing is cached: freed blocks can be had by anyone
        set_stat(stats.requested_bytes, n.requested_bytes, n.requested_bytes, n.requested_bytes, 0);
        stats.num_ooms = n.out_of_memory_errors;
        stats.num_device_alloc = n.total_allocations;
        stats.num_device_free = n.total_frees;
        return stats;
    }

    void resetAccumulatedStats(c10::DeviceIndex) override { arena().reset_totals(); }
    void resetPeakStats(c10::DeviceIndex) override { arena().reset_peaks(); }

    std::pair<size_t, size_t> getMemoryInfo(c10::DeviceIndex) override {
        const size_t capacity = arena().capacity_bytes();
        return {capacity - static_cast<size_t>(arena().counters().allocated_bytes), capacity};
    }
};

}  // namespace

c10::Allocator* device_allocator() {
    static auto* allocator = new DeviceMemory();
    return allocator;
}

void register_device_allocator() { c10::SetAllocator(c10::DeviceType::PrivateUse1, device_allocator()); }

}  // namespace npusim
