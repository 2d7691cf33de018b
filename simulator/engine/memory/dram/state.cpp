#include "state.hpp"

#include <algorithm>

namespace npusim {

DramState::DramState(const DramTimings& timings) : timings_(timings), ranks_(timings.ranks) {}

Tick DramState::earliest(DramCommand command, std::size_t bank) const {
    const Rank& rank = ranks_[rank_of(bank)];
    switch (command) {
        case DramCommand::activate: return earliest_activate(bank);
        case DramCommand::precharge: return earliest_precharge(bank);
        case DramCommand::precharge_all: return earliest_precharge_all(rank_of(bank));
        case DramCommand::read:
        case DramCommand::read_precharge: return earliest_column(bank, false);
        case DramCommand::write:
        case DramCommand::write_precharge: return earliest_column(bank, true);
        case DramCommand::refresh_all: return std::max(rank.refresh_all, row_bus());
        case DramCommand::refresh_bank: return std::max({refresh_[bank], rank.refresh_bank, row_bus()});
    }
    return 0;
}

bool DramState::is_legal(DramCommand command, std::size_t bank) const {
    switch (command) {
        case DramCommand::activate:
        case DramCommand::refresh_bank: return !is_open(bank);
        case DramCommand::refresh_all: return open_banks(rank_of(bank)) == 0;
        case DramCommand::precharge:
        case DramCommand::precharge_all: return true;
        default: return is_open(bank);
    }
}

void DramState::issue(DramCommand command, std::size_t bank, std::int64_t row, Tick now) {
    switch (command) {
        case DramCommand::activate: return activate(bank, row, now);
        case DramCommand::precharge: return precharge(bank, now);
        case DramCommand::precharge_all: return precharge_all(rank_of(bank), now);
        case DramCommand::read: return column(bank, place_of(bank), false, now);
        case DramCommand::write: return column(bank, place_of(bank), true, now);
        case DramCommand::read_precharge:
        case DramCommand::write_precharge: {
            const bool write = command == DramCommand::write_precharge;
            column(bank, place_of(bank), write, now);
            return close_after_column(bank, write, now);
        }
        case DramCommand::refresh_all: return refresh_all(rank_of(bank), now);
        case DramCommand::refresh_bank: return refresh_bank(bank, now);
    }
}

Tick DramState::earliest_precharge_all(std::size_t rank_index) const {
    const Rank& rank = ranks_[rank_index];
    Tick earliest = std::max({rank.precharge_all, rank.precharge, row_bus()});
    for (std::size_t bank = 0; bank < timings_.banks; ++bank)
        if (rank_of(bank) == rank_index) later(earliest, banks_[bank].precharge);
    return earliest;
}

void DramState::precharge_all(std::size_t rank_index, Tick now) {
    Rank& rank = ranks_[rank_index];
    for (std::size_t bank = 0; bank < timings_.banks; ++bank) {
        if (rank_of(bank) != rank_index) continue;
        close(bank);
        later(refresh_[bank], now + timings_.precharge_refresh);
    }
    later(rank.activate, now + timings_.precharge_all_activate);
    later(rank.refresh_all, now + timings_.precharge_refresh);
    later(rank.precharge, now + timings_.precharge_precharge);
    take_row_bus(now + timings_.row_bus);
}

void DramState::refresh_all(std::size_t rank_index, Tick now) {
    Rank& rank = ranks_[rank_index];
    later(rank.activate, now + timings_.refresh_activate);
    later(rank.precharge_all, now + timings_.refresh_precharge);
    later(rank.refresh_all, now + timings_.refresh_precharge);
    take_row_bus(now + timings_.row_bus);
}

void DramState::refresh_bank(std::size_t bank, Tick now) {
    Rank& rank = ranks_[rank_of(bank)];
    later(banks_[bank].activate, now + timings_.refresh_bank_activate);
    later(refresh_[bank], now + timings_.refresh_bank_refresh);
    later(rank.activate, now + timings_.refresh_bank_other);
    later(rank.refresh_bank, now + timings_.refresh_bank_refresh_other);
    take_row_bus(now + timings_.row_bus);
}

}  // namespace npusim
