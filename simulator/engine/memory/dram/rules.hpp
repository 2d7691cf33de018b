// What a controller goes by: the device's timings and the policy, checked and in the form that every step asks for. One
// copy serves all channels.
#pragma once

#include "timings.hpp"

namespace npusim {

struct DramRules {
    // Raises EngineError for a policy that does not exist or that the device does not have.
    DramRules(const DramSpec& device, const DramPolicy& policy);

    DramSpec spec;
    DramTimings timings;
    bool closed_page;
    bool refresh;
    bool refresh_per_bank;
    std::int64_t read_queue, write_queue;
    std::int64_t write_low, write_high;  // requests: draining ends below the one, begins above the other
    Tick read_latency, write_latency;    // from the column command to the last data

    Tick first_refresh() const { return !refresh ? kNeverTick : refresh_interval(); }
    Tick refresh_interval() const { return refresh_per_bank ? spec.refi_bank : spec.refi; }
};

}  // namespace npusim
