#include "state.hpp"

#include <algorithm>

namespace npusim {

DramState::DramState(const DramTimings& timings) : timings_(timings), ranks_(timings.ranks) {}

Tick DramState::earliest(DramCommand command, std::size_t bank) const {
    switch (command) {
        case DramCommand::activate: return earliest_activate(bank);
        case DramCommand::precharge: return earliest_precharge(bank);
        case DramCommand::precharge_all: return earliest_precharge_all(bank);
        case DramCommand::read:
        case DramCommand::read_precharge: return earliest_of<DramCommand::read>(bank);
        case DramCommand::write:
        case DramCommand::write_precharge: return earliest_of<DramCommand::write>(bank);
        case DramCommand::refresh_all: return earliest_of<DramCommand::refresh_all>(bank);
        case DramCommand::refresh_bank: return earliest_of<DramCommand::refresh_bank>(bank);
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
        case DramCommand::precharge_all: return precharge_all(bank, now);
        case DramCommand::read: return column<false>(bank, place_of(bank), now);
        case DramCommand::write: return column<true>(bank, place_of(bank), now);
        case DramCommand::read_precharge:
            column<false>(bank, place_of(bank), now);
            return close_after_column<false>(bank, now);
        case DramCommand::write_precharge:
            column<true>(bank, place_of(bank), now);
            return close_after_column<true>(bank, now);
        case DramCommand::refresh_all:
        case DramCommand::refresh_bank: return refresh(command, bank, now);
    }
}

Tick DramState::earliest_precharge_all(std::size_t any_bank) const {
    Tick earliest = earliest_of<DramCommand::precharge_all>(any_bank);
    for (std::size_t bank = 0; bank < timings_.banks; ++bank)
        if (rank_of(bank) == rank_of(any_bank)) later(earliest, earliest_precharge(bank));
    return earliest;
}

void DramState::precharge_all(std::size_t any_bank, Tick now) {
    for (std::size_t bank = 0; bank < timings_.banks; ++bank)
        if (rank_of(bank) == rank_of(any_bank)) close(bank);
    book<DramCommand::precharge_all>(any_bank, place_of(any_bank), now);
    take_row_bus(now + timings_.row_bus);
}

void DramState::refresh(DramCommand command, std::size_t bank, Tick now) {
    if (command == DramCommand::refresh_all)
        book<DramCommand::refresh_all>(bank, place_of(bank), now);
    else
        book<DramCommand::refresh_bank>(bank, place_of(bank), now);
    take_row_bus(now + timings_.row_bus);
}

}  // namespace npusim
