// Devices, streams and events. Values are complete when a launch returns, so streams and events order simulated time
// only.
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/util/Exception.h>

#include <atomic>

#include "device.h"

namespace npusim {
namespace {

using c10::Device;
using c10::DeviceIndex;
using c10::Stream;

thread_local c10::StreamId current_stream_id = 0;
std::atomic<c10::StreamId> last_stream_id{0};

Stream make_stream(c10::StreamId id) { return Stream(Stream::UNSAFE, device(), id); }

SimulatedTime* as_event(void* event) { return static_cast<SimulatedTime*>(event); }

struct Guard final : c10::impl::DeviceGuardImplInterface {
    c10::DeviceType type() const override { return c10::DeviceType::PrivateUse1; }

    Device exchangeDevice(Device wanted) const override {
        setDevice(wanted);
        return device();
    }
    Device getDevice() const override { return device(); }
    void setDevice(Device wanted) const override {
        TORCH_CHECK(wanted.index() <= 0, "there is one npu, npu:0; npu:", static_cast<int>(wanted.index()),
                    " does not exist");
    }
    void uncheckedSetDevice(Device) const noexcept override {}
    DeviceIndex deviceCount() const noexcept override { return 1; }

    c10::DeviceCapability getDeviceCapability(Device) const override {
        c10::DeviceCapability capability;
        capability.capability_data.capability_bits = (1ULL << c10::kIndex_Byte) | (1ULL << c10::kIndex_Char) |
                                                     (1ULL << c10::kIndex_Short) | (1ULL << c10::kIndex_Int) |
                                                     (1ULL << c10::kIndex_Long) | (1ULL << c10::kIndex_Half) |
                                                     (1ULL << c10::kIndex_BFloat16) | (1ULL << c10::kIndex_Float) |
                                                     (1ULL << c10::kIndex_Double) | (1ULL << c10::kIndex_Bool);
        return capability;
    }

    Stream getStream(Device) const override { return make_stream(current_stream_id); }
    Stream getDefaultStream(Device) const override { return make_stream(0); }
    Stream getNewStream(Device, int) const override { return make_stream(++last_stream_id); }
    Stream getStreamFromGlobalPool(Device, bool) const override { return make_stream(++last_stream_id); }
    Stream exchangeStream(Stream wanted) const override {
        const Stream before = make_stream(current_stream_id);
        if (wanted.id() != before.id()) {  // backward passes select a stream for every operator
            current_stream_id = wanted.id();
            stream_changed(wanted.id());
        }
        return before;
    }
    void* getStreamNativeHandle(const Stream stream) const override { return reinterpret_cast<void*>(stream.id()); }
    bool queryStream(const Stream&) const override { return true; }
    void synchronizeStream(const Stream&) const override { synchronize(); }
    void synchronizeDevice(const DeviceIndex) const override { synchronize(); }

    void record(void** event, const Stream& stream, const DeviceIndex, const c10::EventFlag) const override {
        const SimulatedTime now = stream_time(stream.id());
        if (*event == nullptr) *event = new SimulatedTime();
        *as_event(*event) = now;
    }
    void block(void* event, const Stream& stream) const override {
        if (event != nullptr && as_event(event)->time_ps >= 0) wait_until(stream.id(), *as_event(event));
    }
    bool queryEvent(void*) const override { return true; }
    void synchronizeEvent(void*) const override { synchronize(); }
    void destroyEvent(void* event, const DeviceIndex) const noexcept override { delete as_event(event); }

    double elapsedTime(void* first, void* second, const DeviceIndex) const override {
        TORCH_CHECK(first != nullptr && second != nullptr,
                    "record both events before asking for the time between them");
        const SimulatedTime& start = *as_event(first);
        const SimulatedTime& end = *as_event(second);
        TORCH_CHECK(
            start.time_ps >= 0 && end.time_ps >= 0,
            "these events have no simulated time: kernels are not timed in mode functional; use mode timing or both");
        TORCH_CHECK(start.clock == end.clock || start.clock == 0,
                    "these events belong to two simulations; record both inside one");
        return static_cast<double>(end.time_ps - start.time_ps) / 1e9;  // ps -> ms
    }
};

}  // namespace

void register_guard() {
    static const auto* guard = new Guard();  // torch keeps the pointer for the life of the process
    c10::impl::registerDeviceGuard(c10::DeviceType::PrivateUse1, guard);
}

}  // namespace npusim
