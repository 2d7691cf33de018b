// A DRAM device as plain numbers: organisation of one channel, timings in ticks under the names of JEDEC's standards.
// The files in simulator/dram_devices/ say where they come from.
#pragma once

#include <array>
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

    Tick burst = 0;     // on the data bus
    Tick bus_turn = 0;  // idle data bus between a read and a write
    Tick tCL = 0, tCWL = 0;
    Tick tRCDRD = 0, tRCDWR = 0;
    Tick tRP = 0, tRPab = 0, tRAS = 0, tRC = 0;
    Tick tRRD_S = 0, tRRD_L = 0, tFAW = 0;
    Tick tCCD_S = 0, tCCD_L = 0;
    Tick tWR = 0, tWTR_S = 0, tWTR_L = 0, tRTP = 0;
    Tick tPPD = 0;
    Tick tREFI = 0, tRFC = 0;
    Tick tREFIpb = 0, tRFCpb = 0, tRREFD = 0;  // per-bank refresh; 0: the device has none

    std::int64_t banks_per_rank() const { return bank_groups * banks_per_group; }
    std::int64_t banks() const { return ranks * banks_per_rank(); }

    // Raises EngineError naming the first value that cannot be.
    void check() const;
};

// A number of the device that is a time: its name, its place, and its least value in ticks.
struct DramTimingKey {
    const char* name;
    Tick DramSpec::* ticks;
    Tick least;
};

// Every one of them, once: what configurations are read by and checked against.
constexpr auto kDramTimingKeys = std::to_array<DramTimingKey>({{"activate_ticks", &DramSpec::activate_ticks, 1},
                                                               {"column_ticks", &DramSpec::column_ticks, 1},
                                                               {"row_ticks", &DramSpec::row_ticks, 1},
                                                               {"burst", &DramSpec::burst, 1},
                                                               {"bus_turn", &DramSpec::bus_turn, 0},
                                                               {"tCL", &DramSpec::tCL, 1},
                                                               {"tCWL", &DramSpec::tCWL, 1},
                                                               {"tRCDRD", &DramSpec::tRCDRD, 1},
                                                               {"tRCDWR", &DramSpec::tRCDWR, 1},
                                                               {"tRP", &DramSpec::tRP, 1},
                                                               {"tRPab", &DramSpec::tRPab, 1},
                                                               {"tRAS", &DramSpec::tRAS, 1},
                                                               {"tRC", &DramSpec::tRC, 1},
                                                               {"tRRD_S", &DramSpec::tRRD_S, 0},
                                                               {"tRRD_L", &DramSpec::tRRD_L, 0},
                                                               {"tFAW", &DramSpec::tFAW, 0},
                                                               {"tCCD_S", &DramSpec::tCCD_S, 1},
                                                               {"tCCD_L", &DramSpec::tCCD_L, 0},
                                                               {"tWR", &DramSpec::tWR, 0},
                                                               {"tWTR_S", &DramSpec::tWTR_S, 0},
                                                               {"tWTR_L", &DramSpec::tWTR_L, 0},
                                                               {"tRTP", &DramSpec::tRTP, 0},
                                                               {"tPPD", &DramSpec::tPPD, 0},
                                                               {"tREFI", &DramSpec::tREFI, 1},
                                                               {"tRFC", &DramSpec::tRFC, 1},
                                                               {"tREFIpb", &DramSpec::tREFIpb, 0},
                                                               {"tRFCpb", &DramSpec::tRFCpb, 0},
                                                               {"tRREFD", &DramSpec::tRREFD, 0}});

struct DramPolicy {
    std::string mapping = "RoBaRaCoCh";
    std::string scheduler = "fr_fcfs";
    std::string page = "open";
    std::string refresh = "all_bank";
    std::int64_t read_queue = 32;
    std::int64_t write_queue = 32;
    std::int64_t waiting_requests = 0;  // of a kind that a channel takes besides those in its full queue
    double write_low = 0.2;             // write draining ends below this share of the write queue
    double write_high = 0.8;            // and begins above this one
    std::int64_t interleave_bytes = 0;  // consecutive bytes on one channel; 0: those of a burst
    bool channel_hash = false;
    std::string channel_hash_function = "folded";
};

}  // namespace npusim
