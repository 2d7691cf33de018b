#include "timings.hpp"

namespace npusim {
namespace {

Tick ticks_on_bus(const DramSpec& spec, DramCommand command) {
    if (command == DramCommand::activate) return spec.activate_ticks;
    return is_column(command) ? spec.column_ticks : spec.row_ticks;
}

}  // namespace

DramTimings::DramTimings(const DramSpec& spec)
    : column_bus(spec.column_ticks),
      activate_bus(spec.activate_ticks),
      row_bus(spec.row_ticks),
      split_command_bus(spec.split_command_bus),
      banks(static_cast<std::size_t>(spec.banks())),
      ranks(static_cast<std::size_t>(spec.ranks)) {
    for (std::size_t i = 0; i < kDramConstraints.size(); ++i) {
        const DramConstraint& c = kDramConstraints[i];
        gap[i] = c.latency(spec) + ticks_on_bus(spec, c.preceding) - ticks_on_bus(spec, c.following);
    }
    for (std::size_t bank = 0; bank < banks; ++bank) {
        place_of[bank] = {static_cast<std::uint8_t>(bank / static_cast<std::size_t>(spec.banks_per_group)),
                          static_cast<std::uint8_t>(bank / static_cast<std::size_t>(spec.banks_per_rank()))};
    }
}

}  // namespace npusim
