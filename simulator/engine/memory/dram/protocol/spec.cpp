#include "spec.hpp"

#include <bit>

#include "../../../model/error.hpp"

namespace npusim {
namespace {

constexpr Tick kMaxTicks = 1 << 24;

void refuse(const DramSpec& spec, const std::string& what) {
    throw EngineError("DRAM device '" + spec.name + "': " + what);
}

void check_power_of_two(const DramSpec& spec, const char* key, std::int64_t value) {
    if (value < 1 || !std::has_single_bit(static_cast<std::uint64_t>(value)))
        refuse(spec, std::string(key) + " is " + std::to_string(value) + "; it must be a power of two");
}

void check_ticks(const DramSpec& spec, const char* key, Tick value, Tick least) {
    if (value < least || value > kMaxTicks)
        refuse(spec, std::string(key) + " is " + std::to_string(value) + " ticks; it must be from " +
                         std::to_string(least) + " to " + std::to_string(kMaxTicks));
}

}  // namespace

void DramSpec::check() const {
    check_power_of_two(*this, "ranks", ranks);
    check_power_of_two(*this, "bank_groups", bank_groups);
    check_power_of_two(*this, "banks_per_group", banks_per_group);
    check_power_of_two(*this, "rows", rows);
    check_power_of_two(*this, "bursts_per_row", bursts_per_row);
    check_power_of_two(*this, "burst_bytes", burst_bytes);
    if (banks() > kMaxBanks)
        refuse(*this, "a channel has " + std::to_string(banks()) + " banks; at most 64 are possible");
    if (tick_ps_numerator < 1 || tick_ps_denominator < 1) refuse(*this, "the length of a tick must be positive");
    for (const DramTimingKey& key : kDramTimingKeys) check_ticks(*this, key.name, this->*key.ticks, key.least);
    check_ticks(*this, "tREFI", tREFI, ranks * tRFC + 1);
}

}  // namespace npusim
