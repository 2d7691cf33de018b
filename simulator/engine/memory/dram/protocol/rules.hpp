// Parameters of all controllers, independent of policies: the device's timings and the queues, checked and preprocessed
// for the steps. One copy serves all channels.
#pragma once

#include "timings.hpp"

namespace npusim {

struct DramRules {
    // Raises EngineError for a queue that cannot be.
    DramRules(const DramSpec& device, const DramPolicy& policy);

    DramSpec spec;
    DramTimings timings;
    std::int64_t read_queue, write_queue;
    std::int64_t write_low, write_high;  // requests: draining ends below the one, begins above the other
    Tick read_latency, write_latency;    // from the column command to the last data
};

}  // namespace npusim
