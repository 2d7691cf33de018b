// The answers to torch's questions about the device as a whole.
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <ATen/native/Resize.h>
#include <c10/util/Exception.h>

#include <algorithm>

#include "device.h"
#include "memory/arena.h"
#include "memory/poison.h"

namespace npusim {
namespace {

void check_index(c10::DeviceIndex index) {
    TORCH_CHECK(index <= 0, "there is one npu, npu:0; npu:", static_cast<int>(index), " does not exist");
}

struct Hooks final : at::PrivateUse1HooksInterface {
    void init() const override {}
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
    c10::DeviceIndex deviceCount() const override { return 1; }
    void setCurrentDevice(c10::DeviceIndex index) const override { check_index(index); }
    c10::DeviceIndex getCurrentDevice() const override { return 0; }
    c10::DeviceIndex exchangeDevice(c10::DeviceIndex index) const override {
        check_index(index);
        return 0;
    }
    c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex index) const override {
        check_index(index);
        return 0;
    }
    const at::Generator& getDefaultGenerator(c10::DeviceIndex index) const override {
        check_index(index);
        return default_generator();
    }
    at::Generator getNewGenerator(c10::DeviceIndex index) const override {
        check_index(index);
        return new_generator();
    }
    at::Device getDeviceFromPtr(void* data) const override {
        TORCH_CHECK(arena().contains(data), "this address is not in the memory of the device npu");
        return device();
    }
    bool isPinnedPtr(const void* data) const override { return is_pinned(data); }
    at::Allocator* getPinnedMemoryAllocator() const override { return pinned_allocator(); }
    // The storage brings the device's allocator along, and device memory is host memory.
    void resizePrivateUse1Bytes(const c10::Storage& storage, size_t bytes) const override {
        const size_t kept = std::min(storage.nbytes(), bytes);
        const bool was_poison = poison_ranges().overlaps(storage.data(), kept);
        at::native::resize_bytes_cpu(storage.unsafeGetStorageImpl(), bytes);
        if (bytes == 0) storage.unsafeGetStorageImpl()->set_data_ptr_noswap(at::DataPtr(nullptr, device()));
        if (was_poison) poison_ranges().mark(storage.data(), kept);
    }
};

}  // namespace

void register_hooks() { at::RegisterPrivateUse1HooksInterface(new Hooks()); }

}  // namespace npusim
