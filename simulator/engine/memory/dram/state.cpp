#include "state.hpp"

#include <algorithm>
#include <bit>

namespace npusim {

DramState::Gaps::Gaps(const DramSpec& s) {
    const Tick act = s.activate_ticks - 1, col = s.column_ticks - 1, row = s.row_ticks - 1;
    const Tick write_recovery = s.cwl + s.burst + s.wr;
    activate_column = {s.rcd_read + act - col, s.rcd_write + act - col};
    column_precharge = {s.rtp + col - row, write_recovery + col - row};
    column_activate = {s.rtp + s.rp + col - act, write_recovery + s.rp + col - act};
    column_refresh = {s.rtp + s.rp + col - row, write_recovery + s.rp + col - row};
    activate_precharge = s.ras + act - row;
    activate_refresh = s.rc + act - row;
    activate_refresh_bank = s.rrd_s + act - row;
    precharge_activate = s.rp + row - act;
    precharge_all_activate = s.rp_all + row - act;
    precharge_refresh = s.rp;
    refresh_activate = s.rfc + row - act;
    refresh_precharge = s.rfc;
    refresh_bank_activate = s.rfc_bank + row - act;
    refresh_bank_other = s.rrefd + row - act;
    read_write = s.cl + s.burst + s.bus_turn - s.cwl;
    write_read_s = s.cwl + s.burst + s.wtr_s;
    write_read_l = s.cwl + s.burst + s.wtr_l;
    same_s = std::max(s.ccd_s, s.burst);
    same_l = std::max(s.ccd_l, s.burst);
}

DramState::DramState(const DramSpec& spec)
    : spec_(spec),
      gaps_(spec),
      split_(spec.split_command_bus),
      group_shift_(std::countr_zero(static_cast<std::uint64_t>(spec.banks_per_group))),
      rank_shift_(std::countr_zero(static_cast<std::uint64_t>(spec.banks_per_rank()))),
      banks_(static_cast<std::size_t>(spec.banks())),
      groups_(static_cast<std::size_t>(spec.ranks * spec.bank_groups)),
      ranks_(static_cast<std::size_t>(spec.ranks)) {}

Tick DramState::earliest(DramCommand command, std::size_t bank) const {
    const Rank& rank = ranks_[rank_of(bank)];
    switch (command) {
        case DramCommand::activate: return earliest_activate(bank);
        case DramCommand::precharge: return earliest_precharge(bank);
        case DramCommand::precharge_all: return std::max({rank.precharge_all, rank.precharge, row_bus()});
        case DramCommand::read:
        case DramCommand::read_precharge: return earliest_column(bank, false);
        case DramCommand::write:
        case DramCommand::write_precharge: return earliest_column(bank, true);
        case DramCommand::refresh_all: return std::max(rank.refresh_all, row_bus());
        case DramCommand::refresh_bank: return std::max({banks_[bank].refresh, rank.refresh_bank, row_bus()});
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
        case DramCommand::read: return column(bank, false, false, now);
        case DramCommand::write: return column(bank, true, false, now);
        case DramCommand::read_precharge: return column(bank, false, true, now);
        case DramCommand::write_precharge: return column(bank, true, true, now);
        case DramCommand::refresh_all: return refresh_all(rank_of(bank), now);
        case DramCommand::refresh_bank: return refresh_bank(bank, now);
    }
}

void DramState::precharge_all(std::size_t rank_index, Tick now) {
    Rank& rank = ranks_[rank_index];
    const std::size_t first = rank_index << rank_shift_;
    for (std::size_t bank = first; bank < first + (std::size_t{1} << rank_shift_); ++bank) {
        close(bank);
        later(banks_[bank].refresh, now + gaps_.precharge_refresh);
    }
    later(rank.activate, now + gaps_.precharge_all_activate);
    later(rank.refresh_all, now + gaps_.precharge_refresh);
    later(rank.precharge, now + spec_.ppd);
    take_row_bus(now + spec_.row_ticks);
}

void DramState::refresh_all(std::size_t rank_index, Tick now) {
    Rank& rank = ranks_[rank_index];
    later(rank.activate, now + gaps_.refresh_activate);
    later(rank.precharge_all, now + gaps_.refresh_precharge);
    later(rank.refresh_all, now + gaps_.refresh_precharge);
    take_row_bus(now + spec_.row_ticks);
}

void DramState::refresh_bank(std::size_t bank, Tick now) {
    Rank& rank = ranks_[rank_of(bank)];
    later(banks_[bank].activate, now + gaps_.refresh_bank_activate);
    later(banks_[bank].refresh, now + spec_.rfc_bank);
    later(rank.activate, now + gaps_.refresh_bank_other);
    later(rank.refresh_bank, now + spec_.rrefd);
    take_row_bus(now + spec_.row_ticks);
}

}  // namespace npusim
