// A DRAM device as plain numbers: organisation of one channel, timings in ticks. The files in simulator/dram_devices/
// say where they come from.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace npusim {

using Tick = std::int64_t;  // a device clock, or a fraction of one (DramSpec::tick_ps)
using DramRow = std::uint32_t;
constexpr Tick kNeverTick = std::numeric_limits<Tick>::max() / 4;

struct DramSpec {
    static constexpr std::int64_t kMaxBanks = 64;  // of a channel: one bit each in a word

    std::string name;

    // organisation of one channel; all powers of two
    std::int64_t ranks = 1;  // or pseudo channels
    std::int64_t bank_groups = 1;
    std::int64_t banks_per_group = 1;
    std::int64_t rows = 1;
    std::int64_t bursts_per_row = 1;
    std::int64_t burst_bytes = 64;
    bool split_command_bus = false;  // row and column commands have a bus each, as in HBM

    // length of a tick: a fraction of a picosecond
    std::int64_t tick_ps_numerator = 1;
    std::int64_t tick_ps_denominator = 1;

    // how long a command takes on its bus
    Tick activate_ticks = 1;
    Tick column_ticks = 1;
    Tick row_ticks = 1;

    Tick burst = 0;  // on the data bus
    Tick cl = 0, cwl = 0;
    Tick rcd_read = 0, rcd_write = 0;
    Tick rp = 0, rp_all = 0, ras = 0, rc = 0;
    Tick rrd_s = 0, rrd_l = 0, faw = 0;
    Tick ccd_s = 0, ccd_l = 0;
    Tick wr = 0, wtr_s = 0, wtr_l = 0, rtp = 0;
    Tick bus_turn = 0;  // idle data bus between a read and a write
    Tick ppd = 0;       // precharge to precharge
    Tick refi = 0, rfc = 0;
    Tick refi_bank = 0, rfc_bank = 0, rrefd = 0;  // per-bank refresh; 0: the device has none

    std::int64_t banks_per_rank() const { return bank_groups * banks_per_group; }
    std::int64_t banks() const { return ranks * banks_per_rank(); }

    // Raises EngineError naming the first value that cannot be.
    void check() const;
};

struct DramPolicy {
    std::string mapping = "RoBaRaCoCh";
    std::string page = "open";
    std::string refresh = "all_bank";
    std::int64_t read_queue = 32;
    std::int64_t write_queue = 32;
    std::int64_t waiting_requests = 0;  // of a kind that a channel takes besides those in its full queue
    double write_low = 0.2;             // write draining ends below this share of the write queue
    double write_high = 0.8;            // and begins above this one
    std::int64_t interleave_bytes = 0;  // consecutive bytes on one channel; 0: those of a burst
    bool channel_hash = false;
};

}  // namespace npusim
