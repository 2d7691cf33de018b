#include "channel.hpp"

#include <algorithm>

namespace npusim {

DramChannel::DramChannel(const DramRules& rules)
    : rules_(rules),
      next_refresh_(rules.first_refresh()),
      state_(rules.timings),
      reads_(rules.read_queue),
      writes_(rules.write_queue) {
    active_.reserve(rules.timings.banks);
}

[[gnu::noinline]] void DramChannel::expect_row_command(std::size_t bank, Tick from) {
    const Tick earliest = std::max(from, earliest_row_command(bank));
    lower_row_bound(earliest);
    next_step_ = std::min(next_step_, earliest);
}

// From reads to writes, or back.
void DramChannel::turn() {
    writing_ = !writing_;
    queue_ = writing_ ? &writes_ : &reads_;
    turn_below_ = writing_ ? static_cast<std::int32_t>(rules_.write_low) : 1;
    turn_due_ = false;
    forget_bounds();
}

[[gnu::noinline]] void DramChannel::step_fully(Tick now) {
    if (next_refresh_ <= now) add_refreshes(now);
    const bool sent = active_bound_ <= now && try_active(now);
    if (!refreshes_.empty()) {
        step_refreshing(sent, now);
        return finish_step(now);
    }
    if (rules_.timings.split_command_bus) {
        if (!sent) choose_mode();
        if (!sent && column_bound_ <= now) writing_ ? try_column<true>(now) : try_column<false>(now);
    } else if (!sent) {
        try_any(now);
    }
    step_on(now);
}

// After a column command, or none: row commands have a bus of their own, or wait for the next step.
[[gnu::noinline]] void DramChannel::step_on(Tick now) {
    if (rules_.timings.split_command_bus) {
        choose_mode();
        if (row_bound_ <= now) try_row(now);
    }
    finish_step(now);
}

// When the next step is, and what has to be looked at then.
void DramChannel::finish_step(Tick now) {
    const Tick others = std::min(next_refresh_, active_bound_);
    hits_only_until_ = 0;
    Tick next = others;
    if (!refreshes_.empty()) {
        next = std::min(others, refresh_bound_);
    } else if (turn_due_) {
        next = now + 1;
    } else if (queue().size() == 0) {
        hits_only_until_ = others;
    } else {
        hits_only_until_ = std::min(others, row_bound_);
        next = std::min(hits_only_until_, column_bound_);
    }
    if (!rules_.timings.split_command_bus) hits_only_until_ = 0;
    next_step_ = std::max(next, now + 1);
}

void DramChannel::step_refreshing(bool sent, Tick now) {
    refresh_bound_ = kNeverTick;
    if (!sent || rules_.timings.split_command_bus)
        try_refresh(now);
    else
        refresh_bound_ = now + 1;
}

void DramChannel::add_refreshes(Tick now) {
    const DramSpec& spec = rules_.spec;
    for (; next_refresh_ <= now; next_refresh_ += rules_.refresh_interval()) {
        if (rules_.refresh_per_bank) {
            refreshes_.push({DramCommand::refresh_bank, next_refresh_bank_});
            next_refresh_bank_ = (next_refresh_bank_ + 1) % rules_.timings.banks;
        } else {
            for (std::int64_t rank = 0; rank < spec.ranks; ++rank)
                refreshes_.push({DramCommand::refresh_all, static_cast<std::size_t>(rank * spec.banks_per_rank())});
        }
    }
}

// The oldest active request that is ready; of several that came at once, the one whose row was opened first.
bool DramChannel::try_active(Tick now) {
    const std::size_t none = active_.size();
    std::size_t best = none;
    active_bound_ = kNeverTick;
    for (std::size_t i = 0; i < none; ++i) {
        const Tick earliest = state_.earliest_column(active_[i].bank, active_[i].write);
        if (earliest > now) {
            active_bound_ = std::min(active_bound_, earliest);
        } else if (best == none || active_[i].came_before(active_[best])) {
            if (best != none) active_bound_ = now + 1;
            best = i;
        } else {
            active_bound_ = now + 1;
        }
    }
    if (best == none) return false;
    const ActiveRequest request = active_[best];
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(best));
    active_banks_ &= ~bit(request.bank);
    reads_.release_bank(request.bank);
    writes_.release_bank(request.bank);
    ++columns_after_others_;
    const BankPlace at = state_.place_of(request.bank);
    request.write ? send_column<true>(request.bank, at, request.tag, now)
                  : send_column<false>(request.bank, at, request.tag, now);
    return true;
}

bool DramChannel::try_refresh(Tick now) {
    const Refresh head = refreshes_.front();
    const bool all = head.command == DramCommand::refresh_all;
    const std::size_t rank = state_.rank_of(head.bank);
    const bool open = all ? state_.open_banks(rank) > 0 : state_.is_open(head.bank);
    const std::int64_t banks_per_rank = rules_.spec.banks_per_rank();
    const Places rank_banks = (banks_per_rank == 64 ? ~Places{0} : bit(static_cast<std::size_t>(banks_per_rank)) - 1)
                              << head.bank;
    const Places closed_banks = all ? rank_banks : bit(head.bank);
    if (open && (active_banks_ & closed_banks) != 0) return false;  // they go first
    const DramCommand command = !open ? head.command : all ? DramCommand::precharge_all : DramCommand::precharge;
    const Tick earliest = state_.earliest(command, head.bank);
    if (earliest > now) {
        refresh_bound_ = earliest;
        return false;
    }
    state_.issue(command, head.bank, 0, now);
    if (open) {
        ++statistics_.precharges;
        for (Places rest = closed_banks; rest != 0; rest &= rest - 1) bank_closed(RequestSet::lowest(rest));
    } else {
        ++statistics_.refreshes;
        refreshes_.pop();
        if (refreshes_.empty()) forget_bounds();
    }
    if (!refreshes_.empty()) refresh_bound_ = now + 1;
    return true;
}

// The same of ranks that are not ready.
template <bool kWrite>
Tick DramChannel::earliest_hit_in_busy_ranks(Tick now) const {
    const RequestSet& set = queue_of<kWrite>();
    Tick earliest = kNeverTick;
    for (std::size_t rank = 0; rank < rules_.timings.ranks; ++rank) {
        const Tick of_rank = state_.rank_column(rank, kWrite);
        if (of_rank > now && set.hits(rank) != 0) earliest = std::min(earliest, of_rank);
    }
    return earliest;
}

template <bool kWrite>
DramChannel::Places DramChannel::hits_in_more_ready_ranks(Tick now) const {
    Places ready = 0;
    for (std::size_t rank = 2; rank < rules_.timings.ranks; ++rank) ready |= hits_in_ready_rank<kWrite>(rank, now);
    return ready;
}

template <bool kWrite>
Tick DramChannel::earliest_hit_in_more_ranks() const {
    Tick earliest = kNeverTick;
    for (std::size_t rank = 2; rank < rules_.timings.ranks; ++rank)
        earliest = std::min(earliest, earliest_hit_in<kWrite>(rank));
    return earliest;
}

template Tick DramChannel::earliest_hit_in_busy_ranks<false>(Tick) const;
template Tick DramChannel::earliest_hit_in_busy_ranks<true>(Tick) const;
template DramChannel::Places DramChannel::hits_in_more_ready_ranks<false>(Tick) const;
template DramChannel::Places DramChannel::hits_in_more_ready_ranks<true>(Tick) const;
template Tick DramChannel::earliest_hit_in_more_ranks<false>() const;
template Tick DramChannel::earliest_hit_in_more_ranks<true>() const;

void DramChannel::try_row(Tick now) {
    RequestSet& set = queue();
    Places rest = set.conflicts() & ~set.held();
    Tick bound = kNeverTick;
    for (std::size_t rank = 0; rank < rules_.timings.ranks; ++rank) {
        const Places to_activate = set.to_closed(rank);
        if (to_activate == 0) continue;
        const Tick earliest = state_.earliest_activate_of_rank(rank);
        if (earliest > now)
            bound = std::min(bound, earliest);
        else
            rest |= to_activate;
    }
    while (rest != 0) {
        const std::size_t place = set.oldest(rest);
        const std::size_t bank = set.bank(place);
        const bool open = state_.is_open(bank);
        const Tick earliest = open ? state_.earliest_precharge(bank) : state_.earliest_activate(bank);
        if (earliest <= now) {
            open       ? send_precharge(place, now)
            : writing_ ? send_activate<true>(place, now)
                       : send_activate<false>(place, now);
            row_bound_ = std::max(now + 1, state_.row_bus());
            return;
        }
        bound = std::min(bound, earliest);
        rest &= ~set.of_bank(bank);
    }
    row_bound_ = bound;
}

// One bus for all commands: the oldest request whose command can be sent, whatever the command.
void DramChannel::try_any(Tick now) {
    choose_mode();
    if (std::min(column_bound_, row_bound_) > now) return;
    RequestSet& set = queue();
    Places rest = set.all() & ~set.held();
    Tick column_bound = kNeverTick, row_bound = kNeverTick;
    while (rest != 0) {
        const std::size_t place = set.oldest(rest);
        const std::size_t bank = set.bank(place);
        const bool hit = (set.hits(state_.rank_of(bank)) >> place & 1) != 0;
        const Tick earliest = hit ? state_.earliest_column(bank, writing_) : earliest_row_command(bank);
        if (earliest <= now) {
            hit                    ? writing_ ? send_hit<true>(place, bank, state_.place_of(bank), now)
                                              : send_hit<false>(place, bank, state_.place_of(bank), now)
            : state_.is_open(bank) ? send_precharge(place, now)
            : writing_             ? send_activate<true>(place, now)
                                   : send_activate<false>(place, now);
            row_bound_ = column_bound_ = std::max(now + 1, state_.row_bus());
            return;
        }
        Tick& bound = hit ? column_bound : row_bound;
        bound = std::min(bound, earliest);
        rest &= ~(set.of_bank(bank) & (hit ? set.hits(state_.rank_of(bank)) : ~set.hits(state_.rank_of(bank))));
    }
    column_bound_ = column_bound;
    row_bound_ = row_bound;
}

template <bool kWrite>
void DramChannel::send_activate(std::size_t place, Tick now) {
    RequestSet& set = queue_of<kWrite>();
    if (set.take_untouched(place)) ++statistics_.row_misses;
    ++statistics_.activates;
    const std::size_t bank = set.bank(place), rank = state_.rank_of(bank);
    set.remove_to_closed<kWrite>(place, bank, rank);
    check_mode_after_removal<kWrite>();
    const auto [tag, row, arrival] = set[place];
    state_.activate(bank, row, now);
    active_.push_back({tag, arrival, static_cast<std::uint8_t>(bank), writing_});
    active_banks_ |= bit(bank);
    active_bound_ = std::min(active_bound_, state_.earliest_column(bank, writing_));
    reads_.bank_opened(bank, rank, row);
    writes_.bank_opened(bank, rank, row);
    if ((set.hits(rank) & set.of_bank(bank)) != 0) lower_column_bound(state_.earliest_column(bank, writing_));
}

void DramChannel::send_precharge(std::size_t place, Tick now) {
    RequestSet& set = queue();
    const std::size_t bank = set.bank(place);
    if (set.note_precharge(place)) ++statistics_.row_conflicts;
    ++statistics_.precharges;
    state_.precharge(bank, now);
    bank_closed(bank);
    lower_row_bound(state_.earliest_activate(bank));
}

void DramChannel::bank_closed(std::size_t bank) {
    const std::size_t rank = state_.rank_of(bank);
    reads_.bank_closed(bank, rank);
    writes_.bank_closed(bank, rank);
}

// With closed pages, the last request that wants the row closes it.
bool DramChannel::closes_after(std::size_t bank) const {
    const auto is_wanted = [&](const RequestSet& set) {
        return (set.hits(state_.rank_of(bank)) & set.of_bank(bank)) != 0;
    };
    return (active_banks_ & bit(bank)) == 0 && !is_wanted(reads_) && !is_wanted(writes_);
}

[[gnu::noinline]] void DramChannel::close_after_column(std::size_t bank, bool write, Tick now) {
    ++statistics_.precharges;
    state_.close_after_column(bank, write, now);
    bank_closed(bank);
    lower_row_bound(state_.earliest_activate(bank));
}

}  // namespace npusim
