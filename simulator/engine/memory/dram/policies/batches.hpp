// Reads and writes in turns of bounded length: while both wait, a turn ends after as many requests as lie between the
// watermarks of the write queue, what a drain sends that no write joins. So a requester that never runs out of writes
// does not keep reads waiting, and turnarounds are paid once per batch. gem5's controller bounds turns likewise
// (Hansson et al., Simulating DRAM Controllers for Future System Architecture Exploration, ISPASS 2014).
#pragma once

#include "concepts.hpp"

namespace npusim {

struct Batches {
    static constexpr std::string_view kName = "batches";
    static constexpr bool kCounts = true;

    static bool writes_next(bool writing, std::int64_t sent, std::int64_t writes, const DramRules& rules) {
        const std::int64_t batch = rules.write_high - rules.write_low;
        return writing ? writes >= rules.write_low && sent < batch : writes > rules.write_high && sent >= batch;
    }
};

}  // namespace npusim
