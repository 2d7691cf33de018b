// What Python calls. Plain C functions where no tensor is involved (they must work under every dispatch mode),
// dispatcher operators otherwise; so nothing here needs Python's headers.
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "device.h"
#include "memory/arena.h"
#include "memory/poison.h"

namespace npusim {
namespace {

at::Generator get_default_generator() { return default_generator(); }

at::Tensor shown_alias(const at::Tensor& tensor) {
    if (is_poison(tensor)) report_poison(tensor, "the host gets a view of it");
    return cpu_alias(tensor);
}

at::Tensor shown_view(const at::Tensor& tensor) {
    if (is_poison(tensor)) report_poison(tensor, "the host gets a view of it");
    return host_view(tensor);
}

void register_everything() {
    TORCH_CHECK(!at::isPrivateUse1HooksRegistered(),
                "another PrivateUse1 device is registered in this process already");
    register_device_allocator();
    register_host_allocator();
    register_guard();
    register_hooks();
    static auto* all = new torch::Library(torch::Library::IMPL, "_", c10::DispatchKey::PrivateUse1, __FILE__, __LINE__);
    static auto* aten =
        new torch::Library(torch::Library::IMPL, "aten", c10::DispatchKey::PrivateUse1, __FILE__, __LINE__);
    register_ops(*aten);
    register_fallback(*all, *aten);
    register_sparse_compressed();
    register_parameter_exchange();
    register_attention(*aten);
    register_rnn(*aten);
    register_autocast();
    register_profiler();
    register_graph();
    register_runtime_ops();
}

}  // namespace

void register_runtime_ops() {
    static auto* m = new torch::Library(torch::Library::FRAGMENT, "npusim", std::nullopt, __FILE__, __LINE__);
    define_questions(*m);
    m->def("default_generator() -> Generator?", TORCH_FN(get_default_generator));
    m->def("cpu_alias(Tensor npu_tensor) -> Tensor");
    m->def("host_view(Tensor npu_tensor) -> Tensor");
    m->impl("host_view", torch::dispatch(c10::DispatchKey::PrivateUse1, TORCH_FN(shown_view)));
    m->impl("cpu_alias", torch::dispatch(c10::DispatchKey::PrivateUse1, TORCH_FN(shown_alias)));
}

}  // namespace npusim

#define NPUSIM_EXPORT extern "C" __attribute__((visibility("default")))

// Returns 0, or 1 with the reason in `message`. Nothing is registered when the library is loaded: an exception would
// abort the process there.
NPUSIM_EXPORT int npusim_start(uint64_t reserved_bytes, uint64_t capacity_bytes, char* message,
                               uint64_t message_bytes) {
    try {
        npusim::arena().reserve(reserved_bytes, capacity_bytes);
        npusim::register_everything();
        return 0;
    } catch (const c10::Error& error) {
        std::snprintf(message, message_bytes, "%s", error.what_without_backtrace());
    } catch (const std::exception& error) {
        std::snprintf(message, message_bytes, "%s", error.what());
    }
    return 1;
}

NPUSIM_EXPORT uint64_t npusim_arena_base() { return reinterpret_cast<uint64_t>(npusim::arena().base()); }

NPUSIM_EXPORT uint64_t npusim_arena_bytes() { return npusim::arena().reserved_bytes(); }

NPUSIM_EXPORT uint64_t npusim_capacity() { return npusim::arena().capacity_bytes(); }

NPUSIM_EXPORT int64_t npusim_host_accesses() { return npusim::host_accesses(); }

// Offset, bytes, bytes asked for and number of every live block, in `blocks` if there is room; returns how many.
NPUSIM_EXPORT uint64_t npusim_live_blocks(uint64_t* blocks, uint64_t room) {
    const std::vector<std::array<uint64_t, 4>> live = npusim::arena().live_blocks();
    for (uint64_t i = 0; i < std::min<uint64_t>(room, live.size()); ++i) std::copy_n(live[i].data(), 4, blocks + 4 * i);
    return live.size();
}

NPUSIM_EXPORT int npusim_set_capacity(uint64_t bytes) { return npusim::arena().set_capacity(bytes) ? 1 : 0; }

NPUSIM_EXPORT void npusim_set_zeroing(int zeroing) { npusim::arena().set_zeroing(zeroing != 0); }

NPUSIM_EXPORT void npusim_locate(const uint64_t* pointers, uint64_t count, int watched, npusim::BlockPlace* places) {
    npusim::arena().locate(pointers, count, watched != 0, places);
}

NPUSIM_EXPORT void npusim_follow_memory(int following) { npusim::arena().follow(following != 0); }

NPUSIM_EXPORT uint64_t npusim_take_memory_events(npusim::BlockEvent* events, uint64_t room) {
    return npusim::arena().take_events(events, room);
}

// Where the number of poison ranges lies: 0 while all values are known.
NPUSIM_EXPORT const int64_t* npusim_poison_count() { return npusim::poison_ranges().count_address(); }

NPUSIM_EXPORT int npusim_is_poison(const void* begin, uint64_t bytes) {
    return npusim::poison_ranges().overlaps(begin, bytes) ? 1 : 0;
}

NPUSIM_EXPORT void npusim_mark_poison(const void* begin, uint64_t bytes) {
    if (npusim::arena().contains(begin)) npusim::poison_ranges().mark(begin, bytes);
}

NPUSIM_EXPORT void npusim_mark_written(const void* begin, uint64_t bytes) {
    npusim::poison_ranges().clear(begin, bytes);
}

NPUSIM_EXPORT void npusim_set_policy(int policy) {
    npusim::set_fallback_policy(static_cast<npusim::FallbackPolicy>(policy));
}

NPUSIM_EXPORT int npusim_policy() { return static_cast<int>(npusim::fallback_policy()); }

NPUSIM_EXPORT void npusim_compile_eager_operators(int wanted) { npusim::compile_eager_operators(wanted != 0); }

// Whether an operator (`aten::add.Tensor`) is the fallback's although torch would compose it of others.
NPUSIM_EXPORT int npusim_is_taken_over(const char* op) { return npusim::is_taken_over(op) ? 1 : 0; }

NPUSIM_EXPORT void npusim_add_quiet(int change) { npusim::quiet_depth() += change; }

NPUSIM_EXPORT void npusim_reset_fallback_counts() { npusim::reset_fallback_counts(); }

namespace {

uint64_t put_text(const std::string& lines, char* text, uint64_t text_bytes) {
    if (text_bytes > 0) std::snprintf(text, text_bytes, "%s", lines.c_str());
    return lines.size() + 1;
}

}  // namespace

// Lines "<op> <calls> <bytes>" in `text`, as npusim_fallback_counts; all that ran on the host since the process
// started.
NPUSIM_EXPORT uint64_t npusim_host_operators(char* text, uint64_t text_bytes) {
    std::string lines;
    for (const auto& [op, count] : npusim::host_operators()) {
        lines += op + " " + std::to_string(count.calls) + " " + std::to_string(count.bytes) + "\n";
    }
    return put_text(lines, text, text_bytes);
}

// Lines "<op> <count>" in `text`, sorted by operator; returns the bytes they take, which may be more than there is room
// for.
NPUSIM_EXPORT uint64_t npusim_fallback_counts(char* text, uint64_t text_bytes) {
    std::string lines;
    for (const auto& [op, count] : npusim::fallback_counts()) lines += op + " " + std::to_string(count) + "\n";
    return put_text(lines, text, text_bytes);
}
