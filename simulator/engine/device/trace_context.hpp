// The structure that compiled trace programs write to; its first four words are fixed by docs/architecture.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "../core/record.hpp"

namespace npusim {

struct TraceHeader {
    Record* records;
    std::int64_t capacity;
    std::int64_t count;
    void (*flush)(void* context);
};
static_assert(std::is_standard_layout_v<TraceHeader> && sizeof(TraceHeader) == 4 * sizeof(std::int64_t));

// What flush() gets a pointer to: the fixed words, and the way back to the C++ object.
struct TraceBlock {
    TraceHeader header;
    void* owner;
};

using TraceFunction = void (*)(const std::int64_t* arguments);

// A record buffer and what empties it. Nothing may be thrown through the compiled program that calls flush(): the first exception is kept,
// later records are discarded, and finish() throws it.
class TraceContext {
public:
    using Consumer = std::function<void(const Record*, std::size_t)>;

    // `buffer` must outlive the context.
    TraceContext(std::vector<Record>& buffer, Consumer consume) : buffer_(buffer), consume_(std::move(consume)) {
        block_ = {{buffer.data(), static_cast<std::int64_t>(buffer.size()), 0, &TraceContext::flush}, this};
    }
    TraceContext(const TraceContext&) = delete;
    TraceContext& operator=(const TraceContext&) = delete;

    std::int64_t address() const { return reinterpret_cast<std::int64_t>(&block_); }

    // After the program returned: takes what it did not flush, and throws what happened meanwhile.
    void finish() {
        flush(&block_);
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    static void flush(void* context) {
        auto& block = *static_cast<TraceBlock*>(context);
        auto& self = *static_cast<TraceContext*>(block.owner);
        const auto count = static_cast<std::size_t>(block.header.count);
        block.header.count = 0;
        if (self.failure_ || count == 0) return;
        try {
            self.consume_(self.buffer_.data(), count);
        } catch (...) {
            self.failure_ = std::current_exception();
        }
    }

    std::vector<Record>& buffer_;
    Consumer consume_;
    std::exception_ptr failure_;
    TraceBlock block_;
};

}  // namespace npusim
