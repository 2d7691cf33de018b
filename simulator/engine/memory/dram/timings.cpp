#include "timings.hpp"

#include <algorithm>

namespace npusim {

DramTimings::DramTimings(const DramSpec& s) {
    const Tick act = s.activate_ticks - 1, col = s.column_ticks - 1, row = s.row_ticks - 1;
    const Tick write_recovery = s.cwl + s.burst + s.wr;
    activate_column = {s.rcd_read + act - col, s.rcd_write + act - col};
    column_precharge = {s.rtp + col - row, write_recovery + col - row};
    column_activate = {s.rtp + s.rp + col - act, write_recovery + s.rp + col - act};
    column_refresh = {s.rtp + s.rp + col - row, write_recovery + s.rp + col - row};
    same_s = std::max(s.ccd_s, s.burst);
    same_l = std::max(s.ccd_l, s.burst);
    read_write = s.cl + s.burst + s.bus_turn - s.cwl;
    write_read_s = s.cwl + s.burst + s.wtr_s;
    write_read_l = s.cwl + s.burst + s.wtr_l;
    column_bus = s.column_ticks;

    activate_activate = s.rc;
    activate_activate_s = s.rrd_s;
    activate_activate_l = s.rrd_l;
    four_activates = s.faw;
    activate_precharge = s.ras + act - row;
    activate_refresh = s.rc + act - row;
    activate_refresh_bank = s.rrd_s + act - row;
    precharge_activate = s.rp + row - act;
    precharge_all_activate = s.rp_all + row - act;
    precharge_refresh = s.rp;
    precharge_precharge = s.ppd;
    refresh_activate = s.rfc + row - act;
    refresh_precharge = s.rfc;
    refresh_bank_activate = s.rfc_bank + row - act;
    refresh_bank_other = s.rrefd + row - act;
    refresh_bank_refresh = s.rfc_bank;
    refresh_bank_refresh_other = s.rrefd;
    activate_bus = s.activate_ticks;
    row_bus = s.row_ticks;
    closing_refresh_after_activate = s.activate_ticks - s.row_ticks;

    split_command_bus = s.split_command_bus;
    banks = static_cast<std::size_t>(s.banks());
    ranks = static_cast<std::size_t>(s.ranks);
    for (std::size_t bank = 0; bank < banks; ++bank) {
        place_of[bank] = {static_cast<std::uint8_t>(bank / static_cast<std::size_t>(s.banks_per_group)),
                          static_cast<std::uint8_t>(bank / static_cast<std::size_t>(s.banks_per_rank()))};
    }
}

}  // namespace npusim
