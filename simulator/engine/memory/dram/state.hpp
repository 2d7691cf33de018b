// What the banks of one channel do and when each command is possible next, as the table of constraints has it. For
// every level and command that the table constrains there is a register: the first tick at which that command is
// possible in a bank, group or rank. A command raises the registers of its constraints; that code is made at compile
// time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "protocol/timings.hpp"

namespace npusim {

class alignas(64) DramState {
public:
    static constexpr std::int64_t kClosed = -1;

    explicit DramState(const DramTimings& timings);  // which must outlive this

    void prefetch(std::size_t bank) const {
        __builtin_prefetch(this, 1);
        __builtin_prefetch(&banks_[bank], 1);
        __builtin_prefetch(&group_column_[0], 1);
        __builtin_prefetch(&group_column_[1], 1);
    }

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
        return std::max(banks_[bank].column[write], group_column_[write][at.group]);
    }
    Tick earliest_column_of_rank(std::size_t rank, bool write) const {
        return std::max(rank_column_[rank][write], column_bus_);
    }
    // The same without the bus, and the bus.
    Tick rank_column(std::size_t rank, bool write) const { return rank_column_[rank][write]; }
    Tick column_bus() const { return column_bus_; }
    Tick earliest_activate(std::size_t bank) const { return earliest_of<DramCommand::activate>(bank); }
    Tick earliest_activate_of_rank(std::size_t rank) const { return std::max(ranks_[rank].activate, row_bus()); }
    Tick earliest_precharge(std::size_t bank) const { return earliest_of<DramCommand::precharge>(bank); }

    Tick row_bus() const { return timings_.split_command_bus ? row_bus_ : column_bus_; }

    // Books a command that the timings and the state of the bank allow; checked only by who asks first.
    void issue(DramCommand command, std::size_t bank, std::int64_t row, Tick now);

    void activate(std::size_t bank, std::int64_t row, Tick now);
    void precharge(std::size_t bank, Tick now);
    template <bool kWrite>
    void column(std::size_t bank, BankPlace at, Tick now);
    // What a column command that precharges does besides: the device waits until tRAS is over, which tRC covers.
    template <bool kWrite>
    void close_after_column(std::size_t bank, Tick now);

    // Whether the bank's state allows the command.
    bool is_legal(DramCommand command, std::size_t bank) const;

private:
    static constexpr Tick kLongAgo = -(Tick{1} << 40);
    static constexpr std::size_t kWindow = 4;  // activates that tFAW looks back

    template <class T>
    using PerBank = std::array<T, static_cast<std::size_t>(DramSpec::kMaxBanks)>;
    using ByKind = std::array<Tick, 2>;  // of reads, of writes

    // What every request looks at; the registers of commands to closed banks lie elsewhere.
    struct Bank {
        std::int64_t row = kClosed;
        ByKind column{};
        Tick precharge = 0;
    };
    struct ClosedBank {
        Tick activate = 0, refresh = 0;
    };
    struct Rank {
        Tick activate = 0, precharge = 0, precharge_all = 0, refresh_all = 0, refresh_bank = 0;
        std::int64_t open = 0;
        std::array<Tick, kWindow> activates{kLongAgo, kLongAgo, kLongAgo, kLongAgo};  // the last ones
        std::size_t oldest_activate = 0;
    };

    static void later(Tick& value, Tick least) { value = std::max(value, least); }

    // The register of a command at a level. A constraint that needs a new one does not compile before it is here.
    template <DramLevel kLevel, DramCommand kFollowing, class Self>
    static auto& next(Self& self, std::size_t bank, BankPlace at);
    template <DramCommand kCommand>
    Tick earliest_of(std::size_t bank) const;
    template <DramCommand kCommand>
    void book(std::size_t bank, BankPlace at, Tick now);
    template <DramCommand kCommand, std::size_t kConstraint>
    void book_constraint(std::size_t bank, BankPlace at, Tick now);

    void take_row_bus(Tick until) { (timings_.split_command_bus ? row_bus_ : column_bus_) = until; }
    Tick earliest_precharge_all(std::size_t bank) const;
    void precharge_all(std::size_t bank, Tick now);
    void refresh(DramCommand command, std::size_t bank, Tick now);
    void close(std::size_t bank);

    const DramTimings& timings_;
    Tick row_bus_ = 0;
    Tick column_bus_ = 0;
    PerBank<ByKind> rank_column_{};
    alignas(64) std::array<PerBank<Tick>, 2> group_column_{};
    PerBank<Tick> group_activate_{};
    alignas(64) PerBank<Bank> banks_{};
    PerBank<ClosedBank> closed_banks_{};
    std::vector<Rank> ranks_;
};

template <DramLevel kLevel, DramCommand kFollowing, class Self>
[[gnu::always_inline]] inline auto& DramState::next(Self& self, std::size_t bank, BankPlace at) {
    using enum DramCommand;
    constexpr bool kWrite = kFollowing == write;
    if constexpr (kLevel == DramLevel::bank) {
        if constexpr (kFollowing == read || kFollowing == write) return self.banks_[bank].column[kWrite];
        if constexpr (kFollowing == precharge) return self.banks_[bank].precharge;
        if constexpr (kFollowing == DramCommand::activate) return self.closed_banks_[bank].activate;
        if constexpr (kFollowing == refresh_bank) return self.closed_banks_[bank].refresh;
    } else if constexpr (kLevel == DramLevel::bank_group) {
        if constexpr (kFollowing == read || kFollowing == write) return self.group_column_[kWrite][at.group];
        if constexpr (kFollowing == DramCommand::activate) return self.group_activate_[at.group];
    } else {
        if constexpr (kFollowing == read || kFollowing == write) return self.rank_column_[at.rank][kWrite];
        if constexpr (kFollowing == DramCommand::activate) return self.ranks_[at.rank].activate;
        if constexpr (kFollowing == DramCommand::precharge) return self.ranks_[at.rank].precharge;
        if constexpr (kFollowing == DramCommand::precharge_all) return self.ranks_[at.rank].precharge_all;
        if constexpr (kFollowing == refresh_all) return self.ranks_[at.rank].refresh_all;
        if constexpr (kFollowing == refresh_bank) return self.ranks_[at.rank].refresh_bank;
    }
}

// As far as this command's own constraints and its bus go.
template <DramCommand kCommand>
inline Tick DramState::earliest_of(std::size_t bank) const {
    const BankPlace at = place_of(bank);
    Tick earliest = is_column(kCommand) ? column_bus_ : row_bus();
    const auto wait_at = [&]<DramLevel kLevel>() {
        if constexpr (is_constrained(kLevel, kCommand)) later(earliest, next<kLevel, kCommand>(*this, bank, at));
    };
    wait_at.template operator()<DramLevel::bank>();
    wait_at.template operator()<DramLevel::bank_group>();
    wait_at.template operator()<DramLevel::rank>();
    return earliest;
}

// A command's own register cannot be later than the command: it would have forbidden it. So the first constraint of
// each is an assignment.
template <DramCommand kCommand, std::size_t kConstraint>
[[gnu::always_inline]] inline void DramState::book_constraint(std::size_t bank, BankPlace at, Tick now) {
    constexpr const DramConstraint& c = kDramConstraints[kConstraint];
    if constexpr (c.preceding == kCommand) {
        static_assert(!concerns_rank(kCommand) || c.level == DramLevel::rank);
        Tick& register_ = next<c.level, c.following>(*this, bank, at);
        if constexpr (c.window > 1) {
            static_assert(kCommand == DramCommand::activate && c.level == DramLevel::rank && c.window == kWindow);
            const Rank& rank = ranks_[at.rank];
            later(register_, rank.activates[rank.oldest_activate] + timings_.gap[kConstraint]);
        } else if constexpr (c.following == kCommand) {
            register_ = now + timings_.gap[kConstraint];
        } else {
            later(register_, now + timings_.gap[kConstraint]);
        }
    }
}

template <DramCommand kCommand>
[[gnu::always_inline]] inline void DramState::book(std::size_t bank, BankPlace at, Tick now) {
    [&]<std::size_t... kConstraints>(std::index_sequence<kConstraints...>) {
        (book_constraint<kCommand, kConstraints>(bank, at, now), ...);
    }(std::make_index_sequence<kDramConstraints.size()>{});
}

// The commands of every request.

inline void DramState::close(std::size_t bank) {
    if (!is_open(bank)) return;
    banks_[bank].row = kClosed;
    --ranks_[rank_of(bank)].open;
}

inline void DramState::activate(std::size_t bank, std::int64_t row, Tick now) {
    const BankPlace at = place_of(bank);
    Rank& rank = ranks_[at.rank];
    banks_[bank].row = row;
    ++rank.open;
    rank.activates[rank.oldest_activate] = now;
    rank.oldest_activate = (rank.oldest_activate + 1) % kWindow;
    book<DramCommand::activate>(bank, at, now);
    take_row_bus(now + timings_.activate_bus);
}

inline void DramState::precharge(std::size_t bank, Tick now) {
    close(bank);
    book<DramCommand::precharge>(bank, place_of(bank), now);
    take_row_bus(now + timings_.row_bus);
}

template <bool kWrite>
[[gnu::always_inline]] inline void DramState::column(std::size_t bank, BankPlace at, Tick now) {
    book<kWrite ? DramCommand::write : DramCommand::read>(bank, at, now);
    column_bus_ = now + timings_.column_bus;
}

template <bool kWrite>
inline void DramState::close_after_column(std::size_t bank, Tick now) {
    close(bank);
    book<kWrite ? DramCommand::write_precharge : DramCommand::read_precharge>(bank, place_of(bank), now);
}

}  // namespace npusim
