// The timing constraints of DRAM as data: how long after a command another one may be sent to the same bank, bank group
// or rank. `DramState` is made of this table at compile time; nothing else knows a constraint.
//
// A read or write that precharges is subject to what a read or write is subject to, and a precharge of all banks to
// what a precharge of each of them is. Commands also wait for their bus.
#pragma once

#include <algorithm>
#include <array>

#include "commands.hpp"
#include "spec.hpp"

namespace npusim {

struct DramConstraint {
    DramLevel level;
    DramCommand preceding;
    DramCommand following;
    const char* name;  // of the latency, in the terms of JEDEC's standards; BL is the burst on the data bus
    // From the end of the preceding command to the end of the following one, in ticks.
    Tick (*latency)(const DramSpec&);
    std::size_t window = 1;  // counted from the how manieth of the preceding commands, from the last on backwards
};

namespace constraints {

// Sum, and maximum, of a device's numbers.
template <Tick DramSpec::*... kTerms>
constexpr Tick sum(const DramSpec& spec) {
    return ((spec.*kTerms) + ...);
}
template <Tick DramSpec::*... kTerms>
constexpr Tick longest(const DramSpec& spec) {
    return std::max({spec.*kTerms...});
}
// The data of a write follow those of a read, and the turn of the bus.
constexpr Tick read_to_write(const DramSpec& spec) { return spec.tCL + spec.burst + spec.bus_turn - spec.tCWL; }

using enum DramLevel;
using enum DramCommand;
using S = DramSpec;

constexpr auto write_recovery = sum<&S::tCWL, &S::burst, &S::tWR>;
constexpr auto write_recovery_and_precharge = sum<&S::tCWL, &S::burst, &S::tWR, &S::tRP>;
constexpr auto read_and_precharge = sum<&S::tRTP, &S::tRP>;

// What each request looks up comes first.
constexpr auto kAll = std::to_array<DramConstraint>({
    {bank, read, precharge, "tRTP", sum<&S::tRTP>},
    {bank, write, precharge, "tCWL + BL + tWR", write_recovery},
    {bank_group, read, read, "tCCD_L", longest<&S::tCCD_L, &S::burst>},
    {bank_group, write, write, "tCCD_L", longest<&S::tCCD_L, &S::burst>},
    {bank_group, write, read, "tCWL + BL + tWTR_L", sum<&S::tCWL, &S::burst, &S::tWTR_L>},
    {rank, read, read, "tCCD_S", longest<&S::tCCD_S, &S::burst>},
    {rank, write, write, "tCCD_S", longest<&S::tCCD_S, &S::burst>},
    {rank, write, read, "tCWL + BL + tWTR_S", sum<&S::tCWL, &S::burst, &S::tWTR_S>},
    {rank, read, write, "tCL + BL + turn - tCWL", read_to_write},

    {bank, activate, read, "tRCDRD", sum<&S::tRCDRD>},
    {bank, activate, write, "tRCDWR", sum<&S::tRCDWR>},
    {bank, activate, precharge, "tRAS", sum<&S::tRAS>},
    {bank, activate, activate, "tRC", sum<&S::tRC>},
    {bank, activate, refresh_bank, "tRC", sum<&S::tRC>},
    {bank_group, activate, activate, "tRRD_L", sum<&S::tRRD_L>},
    {rank, activate, activate, "tRRD_S", sum<&S::tRRD_S>},
    {rank, activate, activate, "tFAW", sum<&S::tFAW>, 4},
    {rank, activate, refresh_bank, "tRRD_S", sum<&S::tRRD_S>},
    {rank, activate, refresh_all, "tRC", sum<&S::tRC>},

    {bank, precharge, activate, "tRP", sum<&S::tRP>},
    {bank, precharge, refresh_bank, "tRP", sum<&S::tRP>},
    {rank, precharge, refresh_all, "tRP", sum<&S::tRP>},
    {rank, precharge, precharge, "tPPD", sum<&S::tPPD>},
    {rank, precharge_all, activate, "tRPab", sum<&S::tRPab>},
    {rank, precharge_all, refresh_bank, "tRP", sum<&S::tRP>},
    {rank, precharge_all, refresh_all, "tRP", sum<&S::tRP>},
    {rank, precharge_all, precharge, "tPPD", sum<&S::tPPD>},

    {bank, read_precharge, activate, "tRTP + tRP", read_and_precharge},
    {bank, read_precharge, refresh_bank, "tRTP + tRP", read_and_precharge},
    {rank, read_precharge, refresh_all, "tRTP + tRP", read_and_precharge},
    {bank, write_precharge, activate, "tCWL + BL + tWR + tRP", write_recovery_and_precharge},
    {bank, write_precharge, refresh_bank, "tCWL + BL + tWR + tRP", write_recovery_and_precharge},
    {rank, write_precharge, refresh_all, "tCWL + BL + tWR + tRP", write_recovery_and_precharge},

    {rank, refresh_all, activate, "tRFC", sum<&S::tRFC>},
    {rank, refresh_all, precharge_all, "tRFC", sum<&S::tRFC>},
    {rank, refresh_all, refresh_all, "tRFC", sum<&S::tRFC>},
    {bank, refresh_bank, activate, "tRFCpb", sum<&S::tRFCpb>},
    {bank, refresh_bank, refresh_bank, "tRFCpb", sum<&S::tRFCpb>},
    {rank, refresh_bank, activate, "tRREFD", sum<&S::tRREFD>},
    {rank, refresh_bank, refresh_bank, "tRREFD", sum<&S::tRREFD>},
});

}  // namespace constraints

inline constexpr auto kDramConstraints = constraints::kAll;

// Whether the table has a constraint of a command at a level.
constexpr bool is_constrained(DramLevel level, DramCommand following) {
    return std::ranges::any_of(kDramConstraints,
                               [=](const DramConstraint& c) { return c.level == level && c.following == following; });
}

// `DramState` sets a command's own register by its first constraint and raises it by those of a longer window.
constexpr bool is_in_order() {
    for (std::size_t later = 0; later < kDramConstraints.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const DramConstraint &a = kDramConstraints[earlier], &b = kDramConstraints[later];
            const bool same = a.level == b.level && a.preceding == b.preceding && a.following == b.following;
            if (same && (a.window > 1 || b.window == 1)) return false;
        }
    return true;
}
static_assert(is_in_order());

}  // namespace npusim
