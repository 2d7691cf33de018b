// The commands of a DRAM channel, and the part of the channel that each concerns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace npusim {

enum class DramCommand : std::uint8_t {
    activate,
    precharge,
    precharge_all,
    read,
    write,
    read_precharge,
    write_precharge,
    refresh_all,
    refresh_bank
};

// By the numbers of DramCommand.
constexpr std::array<const char*, 9> kDramCommandNames{
    "activate",       "precharge",       "precharge_all", "read",        "write",
    "read_precharge", "write_precharge", "refresh_all",   "refresh_bank"};

constexpr bool is_column(DramCommand command) {
    return command == DramCommand::read || command == DramCommand::write || command == DramCommand::read_precharge ||
           command == DramCommand::write_precharge;
}
constexpr bool concerns_rank(DramCommand command) {
    return command == DramCommand::precharge_all || command == DramCommand::refresh_all;
}

// Where a command constrains later ones: in its bank, its bank group, its rank (or pseudo channel).
enum class DramLevel : std::uint8_t { bank, bank_group, rank };

constexpr std::array<const char*, 3> kDramLevelNames{"bank", "bank group", "rank"};

}  // namespace npusim
