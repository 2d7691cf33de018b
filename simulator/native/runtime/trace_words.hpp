// The words of a trace context that compiled programs and the runtime read; docs/architecture.md, "Trace records".
#pragma once

#include <cstdint>

namespace npusim {

struct TraceWords {
    int64_t* records;
    int64_t capacity, count;
    void (*flush)(void*);
    void (*flush_or_leave)(void*);
    void (*leave)(void*);
};

constexpr int64_t kRecordWords = 16;

}  // namespace npusim
