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

    // Books a command that the timings and the state of the bank allow; checked only by who asks first.
    void issue(DramCommand command, std::size_t bank, std::int64_t row, Tick now);

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
    Tick row_bus() const { return split_ ? row_bus_ : column_bus_; }
    void take_row_bus(Tick until) { (split_ ? row_bus_ : column_bus_) = until; }
    void activate(std::size_t bank, std::int64_t row, Tick now);
    void precharge(std::size_t bank, Tick now);
    void precharge_all(std::size_t rank, Tick now);
    void column(std::size_t bank, bool write, bool close, Tick now);
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

}  // namespace npusim
