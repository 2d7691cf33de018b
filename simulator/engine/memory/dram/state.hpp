// What the banks of one channel do and when each command is possible next: every timing constraint lives here, none in the scheduler.
//
// Standards count from the end of one command to the end of the next. Commands are booked by their first tick, so a gap grows by what
// the first command takes longer than one tick, and shrinks by what the second does (as in Ramulator 2.1).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "spec.hpp"

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

class DramState {
public:
    static constexpr std::int64_t kClosed = -1;

    explicit DramState(const DramSpec& spec);

    bool is_open(std::size_t bank) const { return banks_[bank].row != kClosed; }
    std::int64_t row(std::size_t bank) const { return banks_[bank].row; }
    std::size_t rank_of(std::size_t bank) const { return bank >> rank_shift_; }
    std::int64_t open_banks(std::size_t rank) const { return ranks_[rank].open; }

    // The first tick at which the timings allow a command. `bank` is any bank of the rank for precharge_all and refresh_all.
    Tick earliest(DramCommand command, std::size_t bank) const;

    Tick earliest_column(std::size_t bank, bool write) const {
        const Bank& b = banks_[bank];
        const Group& g = groups_[bank >> group_shift_];
        return std::max(std::max(b.column[write], g.column[write]), earliest_column_of_rank(rank_of(bank), write));
    }
    Tick earliest_column_of_rank(std::size_t rank, bool write) const { return std::max(ranks_[rank].column[write], column_bus_); }
    Tick earliest_activate(std::size_t bank) const {
        return std::max(std::max(banks_[bank].activate, groups_[bank >> group_shift_].activate),
                        earliest_activate_of_rank(rank_of(bank)));
    }
    Tick earliest_activate_of_rank(std::size_t rank) const { return std::max(ranks_[rank].activate, row_bus()); }
    Tick earliest_precharge(std::size_t bank) const {
        return std::max(std::max(banks_[bank].precharge, ranks_[rank_of(bank)].precharge), row_bus());
    }

    Tick row_bus() const { return split_ ? row_bus_ : column_bus_; }

    // Books a command that the timings and the state of the bank allow; checked only by who asks first.
    void issue(DramCommand command, std::size_t bank, std::int64_t row, Tick now);

    void activate(std::size_t bank, std::int64_t row, Tick now);
    void precharge(std::size_t bank, Tick now);
    void column(std::size_t bank, bool write, bool close, Tick now);

    // Whether the bank's state allows the command.
    bool is_legal(DramCommand command, std::size_t bank) const;

private:
    struct Bank {
        Tick activate = 0, precharge = 0, refresh = 0;
        std::array<Tick, 2> column{};  // read, write
        std::int64_t row = kClosed;
    };
    struct Group {
        Tick activate = 0;
        std::array<Tick, 2> column{};
    };
    struct Rank {
        Tick activate = 0, precharge = 0, precharge_all = 0, refresh_all = 0, refresh_bank = 0;
        std::array<Tick, 2> column{};
        std::array<Tick, 4> activates{};  // the last four, for tFAW
        std::size_t next_activate = 0;
        std::int64_t activates_seen = 0;
        std::int64_t open = 0;
    };

    // Gaps between the first ticks of two commands.
    struct Gaps {
        explicit Gaps(const DramSpec& spec);
        std::array<Tick, 2> activate_column;   // read, write
        std::array<Tick, 2> column_precharge;  // to a precharge of the bank
        std::array<Tick, 2> column_activate;   // of a column command that precharges, to the next activate
        std::array<Tick, 2> column_refresh;    // the same to a refresh
        Tick activate_precharge, activate_refresh, activate_refresh_bank;
        Tick precharge_activate, precharge_all_activate, precharge_refresh;
        Tick refresh_activate, refresh_precharge, refresh_bank_activate, refresh_bank_other;
        Tick read_write, write_read_s, write_read_l, same_s, same_l;
    };

    static void later(Tick& value, Tick least) { value = std::max(value, least); }
    void take_row_bus(Tick until) { (split_ ? row_bus_ : column_bus_) = until; }
    void precharge_all(std::size_t rank, Tick now);
    void refresh_all(std::size_t rank, Tick now);
    void refresh_bank(std::size_t bank, Tick now);
    void close(std::size_t bank);

    DramSpec spec_;
    Gaps gaps_;
    bool split_;
    int group_shift_, rank_shift_;
    std::vector<Bank> banks_;
    std::vector<Group> groups_;
    std::vector<Rank> ranks_;
    Tick row_bus_ = 0;
    Tick column_bus_ = 0;
};

// The commands of every request.

inline void DramState::close(std::size_t bank) {
    if (!is_open(bank)) return;
    banks_[bank].row = kClosed;
    --ranks_[rank_of(bank)].open;
}

inline void DramState::activate(std::size_t bank, std::int64_t row, Tick now) {
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

inline void DramState::precharge(std::size_t bank, Tick now) {
    Rank& rank = ranks_[rank_of(bank)];
    close(bank);
    later(banks_[bank].activate, now + gaps_.precharge_activate);
    later(banks_[bank].refresh, now + gaps_.precharge_refresh);
    later(rank.refresh_all, now + gaps_.precharge_refresh);
    later(rank.precharge, now + spec_.ppd);
    take_row_bus(now + spec_.row_ticks);
}

inline void DramState::column(std::size_t bank, bool write, bool close_row, Tick now) {
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

}  // namespace npusim
