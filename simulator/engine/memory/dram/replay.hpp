// Replays an address trace against DRAM alone: requests in order, at most so many per tick; the first that is refused
// is tried again the tick after.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "address_map.hpp"
#include "statistics.hpp"

namespace npusim {

struct ReplayResult {
    Tick ticks = 0;  // until the last answer
    DramStatistics total;
    std::vector<DramStatistics> channels;
    std::int64_t answered_reads = 0;
    std::int64_t latency_sum = 0;  // ticks, of reads
    Tick latency_max = 0;
    std::vector<std::int64_t> latency_histogram;  // reads by latency / kLatencyBin; the last bin has all above
};

constexpr std::size_t kLatencyBin = 16;
constexpr std::size_t kLatencyBins = 128;

// `writes` is empty (all are reads) or as long as `addresses`. `interrupted` is asked now and then; true ends the
// replay early.
ReplayResult replay(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels,
                    const std::int64_t* addresses, const std::uint8_t* writes, std::size_t count, std::int64_t per_tick,
                    const std::function<bool()>& interrupted);

}  // namespace npusim
