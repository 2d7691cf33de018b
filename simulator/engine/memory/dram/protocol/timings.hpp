// The gaps between commands that a device's timings mean, in ticks. One copy serves all channels: what every request
// looks up has to stay in the cache.
//
// Standards count from the end of one command to the end of the next. Commands are booked by their first tick, so a gap
// grows by what the first command takes longer than the second (as in Ramulator 2.1).
#pragma once

#include <array>

#include "constraints.hpp"

namespace npusim {

// Where a bank lies: its group, counted over all ranks, and its rank.
struct BankPlace {
    std::uint8_t group, rank;
};

struct DramTimings {
    explicit DramTimings(const DramSpec& spec);

    std::array<Tick, kDramConstraints.size()> gap;  // of each constraint, from first tick to first tick
    Tick column_bus, activate_bus, row_bus;         // how long a command takes its bus

    bool split_command_bus;
    std::size_t banks, ranks;
    std::array<BankPlace, DramSpec::kMaxBanks> place_of{};  // of a bank
};

}  // namespace npusim
