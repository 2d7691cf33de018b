// The gaps between commands that a device's timings mean, in ticks. One copy serves all channels: what every request
// looks up has to stay in the cache.
//
// Standards count from the end of one command to the end of the next. Commands are booked by their first tick, so a gap
// grows by what the first command takes longer than one tick, and shrinks by what the second does (as in
// Ramulator 2.1).
#pragma once

#include <array>

#include "spec.hpp"

namespace npusim {

// Where a bank lies: its group, counted over all ranks, and its rank.
struct BankPlace {
    std::uint8_t group, rank;
};

struct DramTimings {
    explicit DramTimings(const DramSpec& spec);

    using ByKind = std::array<Tick, 2>;  // of reads, of writes

    // Column commands.
    ByKind activate_column;
    ByKind column_precharge;  // to a precharge of the bank
    ByKind column_activate;   // of a column command that precharges, to the next activate
    ByKind column_refresh;    // the same to a refresh
    Tick same_s, same_l;      // to one of its kind
    Tick read_write, write_read_s, write_read_l;
    Tick column_bus;

    // Row commands.
    Tick activate_activate, activate_activate_s, activate_activate_l, four_activates;
    Tick activate_precharge, activate_refresh, activate_refresh_bank;
    Tick precharge_activate, precharge_all_activate, precharge_refresh, precharge_precharge;
    Tick refresh_activate, refresh_precharge, refresh_bank_activate, refresh_bank_other, refresh_bank_refresh,
        refresh_bank_refresh_other;
    Tick activate_bus, row_bus;
    Tick closing_refresh_after_activate;  // what a refresh needs more than an activate after a column command that
                                          // precharges

    bool split_command_bus;
    std::size_t banks, ranks;
    std::array<BankPlace, DramSpec::kMaxBanks> place_of{};  // of a bank
};

}  // namespace npusim
