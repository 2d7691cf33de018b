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

void DramState::activate(std::size_t bank, std::int64_t row, Tick now) {
    Bank& b = banks_[bank];
    Rank& rank = ranks_[rank_of(bank)];
    b.row = row;
    ++rank.open;
    later(b.activate, now + spec_.rc);
    later(b.precharge, now + gaps_.activate_precharge);
    later(b.refresh, now + gaps_.activate_refresh);
    for (const std::size_t write : {0, 1}) later(b.column[write], now + gaps_.activate_column[write]);
    later(groups_[bank >> group_shift_].activate, now + spec_.rrd_l);
    later(rank.activate, now + spec_.rrd_s);
    later(rank.precharge_all, now + gaps_.activate_precharge);
    later(rank.refresh_all, now + gaps_.activate_refresh);
    later(rank.refresh_bank, now + gaps_.activate_refresh_bank);
    rank.activates[rank.next_activate] = now;
    rank.next_activate = (rank.next_activate + 1) % rank.activates.size();
    if (++rank.activates_seen >= 4) later(rank.activate, rank.activates[rank.next_activate] + spec_.faw);
    take_row_bus(now + spec_.activate_ticks);
}

void DramState::close(std::size_t bank) {
    if (!is_open(bank)) return;
    banks_[bank].row = kClosed;
    --ranks_[rank_of(bank)].open;
}

void DramState::precharge(std::size_t bank, Tick now) {
    Rank& rank = ranks_[rank_of(bank)];
    close(bank);
    later(banks_[bank].activate, now + gaps_.precharge_activate);
    later(banks_[bank].refresh, now + gaps_.precharge_refresh);
    later(rank.refresh_all, now + gaps_.precharge_refresh);
    later(rank.precharge, now + spec_.ppd);
    take_row_bus(now + spec_.row_ticks);
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

void DramState::column(std::size_t bank, bool write, bool close_row, Tick now) {
    Bank& b = banks_[bank];
    Group& group = groups_[bank >> group_shift_];
    Rank& rank = ranks_[rank_of(bank)];
    later(b.precharge, now + gaps_.column_precharge[write]);
    later(rank.precharge_all, now + gaps_.column_precharge[write]);
    later(group.column[write], now + gaps_.same_l);
    later(rank.column[write], now + gaps_.same_s);
    if (write) {
        later(group.column[0], now + gaps_.write_read_l);
        later(rank.column[0], now + gaps_.write_read_s);
    } else {
        later(rank.column[1], now + gaps_.read_write);
    }
    column_bus_ = now + spec_.column_ticks;
    if (!close_row) return;
    // The device precharges by itself, but not before tRAS is over; tRC covers that for the next activate.
    close(bank);
    later(b.activate, now + gaps_.column_activate[write]);
    later(b.refresh, std::max(now + gaps_.column_refresh[write], b.activate + spec_.activate_ticks - spec_.row_ticks));
    later(rank.refresh_all, b.refresh);
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
