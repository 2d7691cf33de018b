// The machine as the engine sees it. The keys are those of docs/architecture.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "../memory/dram/protocol/spec.hpp"
#include "program.hpp"
#include "time.hpp"

namespace npusim {

struct MemoryConfig {
    std::string model = "simple";
    std::int64_t channels = 1;
    std::int64_t interleave_bytes = 256;
    bool channel_hash = false;
    std::string channel_hash_function = "folded";
    std::int64_t bandwidth_bytes_per_s = 0;  // all channels together
    Time latency_ps = 0;
    std::int64_t queue_requests = 0;  // per channel, model "queued"
    std::optional<DramSpec> device;   // model "command"
    DramPolicy policy;                // the same
};

struct NocConfig {
    std::string model = "none";          // none: cores reach memory at once
    std::int64_t latency_cycles = 0;     // from port to port ("simple"), per link ("mesh")
    std::int64_t bytes_per_cycle = 0;    // of a link
    std::int64_t buffer_requests = 16;   // places in front of a link
    std::int64_t channel_requests = 64;  // places in front of a memory channel
    std::int64_t mesh_columns = 0;       // 0: as square as the cores allow
};

struct CacheConfig {
    std::int64_t bytes = 0;  // of all banks together; 0: no cache
    std::int64_t ways = 0;
    std::int64_t line_bytes = 0;
    std::int64_t banks = 0;
    std::int64_t mshrs = 0;            // lines that one bank fetches at a time
    std::int64_t bytes_per_cycle = 0;  // of one bank, to the cores and to memory
    Time latency_ps = 0;               // of every answer, besides what memory takes for a miss
    std::string replacement = "lru";
    bool fetch_on_write = true;  // a write that misses fetches the line; else only what was written becomes valid
};

struct CmemConfig {
    std::int64_t bytes = 0;  // 0: no CMEM
    std::int64_t banks = 0;
    std::int64_t interleave_bytes = 0;
    std::int64_t bandwidth_bytes_per_s = 0;  // all banks together
    Time latency_ps = 0;
    std::string policy = "manual";
    std::int64_t min_tensor_bytes = 0;  // which tensors a policy may choose
    std::int64_t max_tensor_bytes = 0;
    std::int64_t reuse_permille = 0;  // policy "reuse": times a tensor is read before it is chosen, in thousandths
};

struct EngineConfig {
    std::int64_t core_freq_khz = 0;
    std::int64_t cores = 1;
    std::int64_t arrays = 1;
    std::int64_t fold_stall_cycles = 0;  // an array takes no row for so long when a fold begins
    std::array<std::int64_t, kUnits> queue_depth{16, 16, 16, 16, 16, 16};
    std::int64_t launch_overhead_cycles = 0;
    std::int64_t dma_setup_cycles = 0;
    std::int64_t dma_row_piece_bytes = 0;  // loads ask for pieces of rows; 0: for all bytes in order
    std::int64_t dma_outstanding_requests = 0;
    std::int64_t dma_requests_per_cycle = 1;
    std::int64_t dma_bytes_per_cycle = 0;
    std::int64_t core_port_bytes_per_cycle = 0;  // that a core's units move together; 0: no limit
    std::int64_t request_bytes = 0;
    std::int64_t timeline_events = 0;
    bool dram_bank_counters = false;  // count what each bank did, as counters of their own
    bool path_by_operation = false;   // follow the critical path through each operation of the table
    MemoryConfig memory;
    NocConfig noc;
    CacheConfig cache;
    CmemConfig cmem;

    // Where an interconnect ends: at the banks of the cache, or the DRAM channels, and at those of the CMEM.
    std::int64_t memory_ports() const {
        return (cache.bytes > 0 ? cache.banks : memory.channels) + (cmem.bytes > 0 ? cmem.banks : 0);
    }

    Clock clock() const { return Clock(core_freq_khz); }

    // Raises EngineError naming the first key with an impossible value.
    void check() const;
};

}  // namespace npusim
