// What the banks of one channel do and when each command is possible next: every timing constraint lives here and in
// timings.cpp, none in the scheduler.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "timings.hpp"

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

class alignas(64) DramState {
public:
    static constexpr std::int64_t kClosed = -1;

    explicit DramState(const DramTimings& timings);  // which must outlive this

    bool is_open(std::size_t bank) const { return banks_[bank].row != kClosed; }
    std::int64_t row(std::size_t bank) const { return banks_[bank].row; }
    BankPlace place_of(std::size_t bank) const { return timings_.place_of[bank]; }
    std::size_t rank_of(std::size_t bank) const { return timings_.place_of[bank].rank; }
    std::int64_t open_banks(std::size_t rank) const { return ranks_[rank].open; }

    // The first tick at which the timings allow a command. `bank` is any bank of the rank for precharge_all and
    // refresh_all.
    Tick earliest(DramCommand command, std::size_t bank) const;

    Tick earliest_column(std::size_t bank, bool write) const {
        const BankPlace at = place_of(bank);
        return std::max(earliest_column_in_rank(bank, at, write), earliest_column_of_rank(at.rank, write));
    }
    // As far as the bank and its group go; the bank is open.
    Tick earliest_column_in_rank(std::size_t bank, BankPlace at, bool write) const {
        return std::max(banks_[bank].activated + timings_.activate_column[write], group_column_[write][at.group]);
    }
    Tick earliest_column_of_rank(std::size_t rank, bool write) const {
        return std::max(rank_column_[rank][write], column_bus_);
    }
    // The same without the bus, and the bus.
    Tick rank_column(std::size_t rank, bool write) const { return rank_column_[rank][write]; }
    Tick column_bus() const { return column_bus_; }
    Tick earliest_activate(std::size_t bank) const {
        return std::max(std::max(banks_[bank].activate, group_activate_[group_of(bank)]),
                        earliest_activate_of_rank(rank_of(bank)));
    }
    Tick earliest_activate_of_rank(std::size_t rank) const { return std::max(ranks_[rank].activate, row_bus()); }
    Tick earliest_precharge(std::size_t bank) const {
        return std::max(std::max(banks_[bank].precharge, ranks_[rank_of(bank)].precharge), row_bus());
    }

    Tick row_bus() const { return timings_.split_command_bus ? row_bus_ : column_bus_; }

    // Books a command that the timings and the state of the bank allow; checked only by who asks first.
    void issue(DramCommand command, std::size_t bank, std::int64_t row, Tick now);

    void activate(std::size_t bank, std::int64_t row, Tick now);
    void precharge(std::size_t bank, Tick now);
    void column(std::size_t bank, BankPlace at, bool write, Tick now);
    void close_after_column(std::size_t bank, bool write, Tick now);

    // Whether the bank's state allows the command.
    bool is_legal(DramCommand command, std::size_t bank) const;

private:
    static constexpr Tick kLongAgo = -(Tick{1} << 40);

    struct Bank {
        std::int64_t row = kClosed;
        Tick activated = kLongAgo;
        Tick precharge = 0, activate = 0;  // possible from then on
    };
    struct Rank {
        Tick activate = 0, precharge = 0, precharge_all = 0, refresh_all = 0, refresh_bank = 0;
        std::int64_t open = 0;
        std::array<Tick, 4> activates{};  // the last four, for tFAW
        std::size_t next_activate = 0;
        std::int64_t activates_seen = 0;
    };

    template <class T>
    using PerBank = std::array<T, static_cast<std::size_t>(DramSpec::kMaxBanks)>;

    static void later(Tick& value, Tick least) { value = std::max(value, least); }
    std::size_t group_of(std::size_t bank) const { return timings_.place_of[bank].group; }
    void take_row_bus(Tick until) { (timings_.split_command_bus ? row_bus_ : column_bus_) = until; }
    Tick earliest_precharge_all(std::size_t rank) const;
    void precharge_all(std::size_t rank, Tick now);
    void refresh_all(std::size_t rank, Tick now);
    void refresh_bank(std::size_t bank, Tick now);
    void close(std::size_t bank);

    const DramTimings& timings_;
    Tick row_bus_ = 0;
    Tick column_bus_ = 0;
    // When commands are possible, as far as other banks are concerned: reads and writes of groups and ranks, activates
    // of groups, refreshes of banks.
    PerBank<DramTimings::ByKind> rank_column_{};
    alignas(64) std::array<PerBank<Tick>, 2> group_column_{};
    PerBank<Tick> group_activate_{};
    alignas(64) PerBank<Bank> banks_{};
    PerBank<Tick> refresh_{};
    std::vector<Rank> ranks_;
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
    b.activated = now;
    ++rank.open;
    later(b.activate, now + timings_.activate_activate);
    later(b.precharge, now + timings_.activate_precharge);
    later(refresh_[bank], now + timings_.activate_refresh);
    later(group_activate_[group_of(bank)], now + timings_.activate_activate_l);
    later(rank.activate, now + timings_.activate_activate_s);
    later(rank.refresh_all, now + timings_.activate_refresh);
    later(rank.refresh_bank, now + timings_.activate_refresh_bank);
    rank.activates[rank.next_activate] = now;
    rank.next_activate = (rank.next_activate + 1) % rank.activates.size();
    if (++rank.activates_seen >= 4) later(rank.activate, rank.activates[rank.next_activate] + timings_.four_activates);
    take_row_bus(now + timings_.activate_bus);
}

inline void DramState::precharge(std::size_t bank, Tick now) {
    Rank& rank = ranks_[rank_of(bank)];
    close(bank);
    later(banks_[bank].activate, now + timings_.precharge_activate);
    later(refresh_[bank], now + timings_.precharge_refresh);
    later(rank.refresh_all, now + timings_.precharge_refresh);
    later(rank.precharge, now + timings_.precharge_precharge);
    take_row_bus(now + timings_.row_bus);
}

[[gnu::always_inline]] inline void DramState::column(std::size_t bank, BankPlace at, bool write, Tick now) {
    const auto [group, rank] = at;
    later(banks_[bank].precharge, now + timings_.column_precharge[write]);
    // Nothing later can stand here: it would have forbidden this command.
    group_column_[write][group] = now + timings_.same_l;
    rank_column_[rank][write] = now + timings_.same_s;
    if (write) {
        later(group_column_[0][group], now + timings_.write_read_l);
        later(rank_column_[rank][0], now + timings_.write_read_s);
    } else {
        later(rank_column_[rank][1], now + timings_.read_write);
    }
    column_bus_ = now + timings_.column_bus;
}

// The device precharges by itself, but not before tRAS is over; tRC covers that for the next activate.
inline void DramState::close_after_column(std::size_t bank, bool write, Tick now) {
    Bank& b = banks_[bank];
    close(bank);
    later(b.activate, now + timings_.column_activate[write]);
    later(refresh_[bank],
          std::max(now + timings_.column_refresh[write], b.activate + timings_.closing_refresh_after_activate));
    later(ranks_[rank_of(bank)].refresh_all, refresh_[bank]);
}

}  // namespace npusim
