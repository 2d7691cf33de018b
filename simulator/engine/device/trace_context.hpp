// The structure that compiled trace programs write to; its first six words are fixed by docs/architecture.md.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "../core/record.hpp"
#include "device.hpp"

namespace npusim {

struct TraceHeader {
    Record* records;
    std::int64_t capacity;
    std::int64_t count;
    void (*flush)(void* context);  // always returns
    void (*flush_or_leave)(
        void* context);  // leaves the program when no more records are wanted; for code without anything to clean up
    void (*leave)(void* context);  // leaves the program as if it had been interrupted: it cannot go on
};
static_assert(std::is_standard_layout_v<TraceHeader> && sizeof(TraceHeader) == 6 * sizeof(std::int64_t));

// The argument of flush(): the fixed words, and a pointer to the C++ object.
struct TraceBlock {
    TraceHeader header;
    void* owner;
};

using TraceFunction = void (*)(const std::int64_t* arguments);

// A record buffer and its consumer. Exceptions must not propagate through the compiled program that calls flush(): the
// first exception is kept, later records are discarded, and run() throws it. A program that calls flush_or_leave() is
// left by a jump back to run() instead, so that long programs end at once; compiled kernels need no cleanup.
class TraceContext {
public:
    using Consumer = std::function<void(const Record*, std::size_t)>;

    // `buffer` must outlive the context.
    TraceContext(std::vector<Record>& buffer, Consumer consume) : buffer_(buffer), consume_(std::move(consume)) {
        block_ = {{buffer.data(), static_cast<std::int64_t>(buffer.size()), 0, &flush, &flush_or_leave, &leave}, this};
    }
    TraceContext(const TraceContext&) = delete;
    TraceContext& operator=(const TraceContext&) = delete;

    std::int64_t address() const { return reinterpret_cast<std::int64_t>(&block_); }

    // Runs a trace program to its end, or until its records cannot be taken; throws what happened.
    void run(TraceFunction function, const std::int64_t* arguments) {
        if (setjmp(place_) == 0) {
            function(arguments);
            flush(&block_);
        }
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    static TraceContext& owner(void* context) {
        return *static_cast<TraceContext*>(static_cast<TraceBlock*>(context)->owner);
    }

    static void flush(void* context) { owner(context).take(); }

    // Also called without records, to learn whether any are still wanted.
    static void flush_or_leave(void* context) {
        TraceContext& self = owner(context);
        self.take();
        if (self.failure_) std::longjmp(self.place_, 1);
    }

    static void leave(void* context) {
        TraceContext& self = owner(context);
        self.take();
        if (!self.failure_) self.failure_ = std::make_exception_ptr(Interrupted{});
        std::longjmp(self.place_, 1);
    }

    void take() {
        const auto count = static_cast<std::size_t>(std::exchange(block_.header.count, 0));
        if (failure_) return;
        try {
            consume_(buffer_.data(), count);
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

    std::vector<Record>& buffer_;
    Consumer consume_;
    std::exception_ptr failure_;
    std::jmp_buf place_;
    TraceBlock block_;
};

}  // namespace npusim
