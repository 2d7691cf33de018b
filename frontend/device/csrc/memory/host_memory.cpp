// Pinned host memory: page-aligned blocks that are known to be pinned. Nothing has to be locked for a simulated device.
#include <ATen/core/CachingHostAllocator.h>
#include <c10/util/Exception.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "../device.h"

namespace npusim {
namespace {

constexpr size_t kPinnedAlignment = 4096;

std::mutex& blocks_mutex() {
    static auto* mutex = new std::mutex();
    return *mutex;
}

std::map<const char*, size_t>& blocks() {
    static auto* map = new std::map<const char*, size_t>();
    return *map;
}

void free_pinned(void* pointer) {
    if (pointer == nullptr) return;
    {
        const std::lock_guard<std::mutex> lock(blocks_mutex());
        blocks().erase(static_cast<const char*>(pointer));
    }
    std::free(pointer);
}

class PinnedMemory final : public at::HostAllocator {
public:
    c10::DataPtr allocate(size_t bytes) override {
        void* pointer = nullptr;
        if (bytes > 0) {
            TORCH_CHECK(posix_memalign(&pointer, kPinnedAlignment, bytes) == 0, "cannot allocate ", bytes,
                        " bytes of pinned host memory");
            const std::lock_guard<std::mutex> lock(blocks_mutex());
            blocks().emplace(static_cast<const char*>(pointer), bytes);
        }
        return {pointer, pointer, &free_pinned, c10::Device(c10::DeviceType::CPU)};
    }

    c10::DeleterFnPtr raw_deleter() const override { return &free_pinned; }

    void copy_data(void* destination, const void* source, std::size_t count) const override {
        std::memcpy(destination, source, count);
    }

    bool record_event(void*, void*, c10::Stream) override { return true; }
    void empty_cache() override {}
    at::HostStats get_stats() override { return {}; }
    void reset_accumulated_stats() override {}
    void reset_peak_stats() override {}
};

PinnedMemory* pinned_memory() {
    static auto* allocator = new PinnedMemory();
    return allocator;
}

}  // namespace

c10::Allocator* pinned_allocator() { return pinned_memory(); }

bool is_pinned(const void* pointer) {
    const auto* address = static_cast<const char*>(pointer);
    const std::lock_guard<std::mutex> lock(blocks_mutex());
    auto block = blocks().upper_bound(address);
    if (block == blocks().begin()) return false;
    --block;
    return address < block->first + block->second;
}

void register_host_allocator() { at::setHostAllocator(c10::DeviceType::PrivateUse1, pinned_memory()); }

}  // namespace npusim
