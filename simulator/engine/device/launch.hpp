// What Python asks the engine to simulate.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../measures/statistics.hpp"
#include "../memory/memory.hpp"
#include "trace_context.hpp"

namespace npusim {

struct Launch {
    std::shared_ptr<const Program> program;
    TraceFunction function = nullptr;     // null: the program's own code
    std::vector<std::int64_t> arguments;  // of either; a function's last one becomes the address of the trace context
    std::vector<std::int64_t> records;    // without arguments: the records themselves
    std::vector<TensorSpan> tensors;      // what the kernel works on, where memory treats tensors differently
    std::int64_t stream = 0;
    Time earliest_start = 0;
    Time longest = kNever;  // it is left, incomplete, once it takes longer
    std::int64_t id = 0;
    bool is_inline = false;
    std::shared_ptr<const LaunchResult> known;  // of an equal launch, if it was simulated elsewhere

    bool is_traced() const { return !arguments.empty(); }
};

}  // namespace npusim
