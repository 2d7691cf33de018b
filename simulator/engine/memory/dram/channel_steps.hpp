// What a channel does besides row hits: activates, precharges, refreshes, turns between reads and writes.
#pragma once

#include <algorithm>

#include "channel.hpp"

namespace npusim {

template <class Policies>
DramChannel<Policies>::DramChannel(const DramRules& rules)
    : rules_(rules), state_(rules.timings), reads_(rules.read_queue), writes_(rules.write_queue), refresh_(rules.spec) {
    next_refresh_ = refresh_.interval();
    active_.reserve(rules.timings.banks);
}

template <class Policies>
[[gnu::noinline]] void DramChannel<Policies>::expect_row_command(std::size_t bank, Tick from) {
    const Tick earliest = std::max(from, earliest_row_command(bank));
    lower_row_bound(earliest);
    next_step_ = std::min(next_step_, earliest);
}

// From reads to writes, or back.
template <class Policies>
void DramChannel<Policies>::turn() {
    writing_ = !writing_;
    queue_ = writing_ ? &writes_ : &reads_;
    turn_below_ = writing_ ? static_cast<std::int32_t>(rules_.write_low) : 1;
    turn_due_ = false;
    forget_bounds();
}

template <class Policies>
[[gnu::noinline]] void DramChannel<Policies>::step_fully(Tick now) {
    if (next_refresh_ <= now) add_refreshes(now);
    const bool sent = active_bound_ <= now && try_active(now);
    if (!refreshes_.empty()) {
        Refresh::kStopsChannel ? step_refreshing(sent, now) : step_beside_refresh(sent, now);
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
template <class Policies>
[[gnu::noinline]] void DramChannel<Policies>::step_on(Tick now) {
    if (rules_.timings.split_command_bus) {
        choose_mode();
        if (row_bound_ <= now) try_row(now);
    }
    finish_step(now);
}

// When the next step is, and what has to be looked at then.
template <class Policies>
void DramChannel<Policies>::finish_step(Tick now) {
    const Tick others = std::min({next_refresh_, active_bound_, refreshes_.empty() ? kNeverTick : refresh_bound_});
    hits_only_until_ = 0;
    Tick next = others;
    if (is_stopped()) {
        next_step_ = std::max(next, now + 1);
        return;
    }
    if (turn_due_) {
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

template <class Policies>
void DramChannel<Policies>::step_refreshing(bool sent, Tick now) {
    refresh_bound_ = kNeverTick;
    if (!sent || rules_.timings.split_command_bus)
        try_refresh(now);
    else
        refresh_bound_ = now + 1;
}

// A refresh that leaves the other banks to their requests has the next row command that the timings allow.
template <class Policies>
void DramChannel<Policies>::step_beside_refresh(bool sent, Tick now) {
    refresh_bound_ = kNeverTick;
    if (!rules_.timings.split_command_bus) {
        if (sent)
            refresh_bound_ = now + 1;
        else if (!try_refresh(now))
            try_any(now);
        return;
    }
    if (!sent) choose_mode();
    if (!sent && column_bound_ <= now) writing_ ? try_column<true>(now) : try_column<false>(now);
    if (try_refresh(now)) return;
    choose_mode();
    if (row_bound_ <= now) try_row(now);
}

template <class Policies>
void DramChannel<Policies>::add_refreshes(Tick now) {
    const bool none = refreshes_.empty();
    for (; next_refresh_ <= now; next_refresh_ += refresh_.interval())
        refresh_.add_due([this](const DramRefresh& refresh) { refreshes_.push(refresh); },
                         [this](std::size_t bank) { return waits(bank); });
    if (none) hide_refreshed_bank();
}

template <class Policies>
bool DramChannel<Policies>::waits(std::size_t bank) const {
    return (reads_.of_bank(bank) | writes_.of_bank(bank) | (active_banks_ & bit(bank))) != 0;
}

// Whether a bank's requests wait for its refresh while those of others go on.
template <class Policies>
bool DramChannel<Policies>::is_refreshed(std::size_t bank) const {
    return !Refresh::kStopsChannel && !refreshes_.empty() && refreshes_.front().bank == bank;
}

template <class Policies>
typename DramChannel<Policies>::Places DramChannel<Policies>::waiting_for_refresh(const RequestSet& set) const {
    return Refresh::kStopsChannel || refreshes_.empty() ? 0 : set.of_bank(refreshes_.front().bank);
}

template <class Policies>
void DramChannel<Policies>::hide_refreshed_bank() {
    if (Refresh::kStopsChannel || refreshes_.empty()) return;
    const std::size_t bank = refreshes_.front().bank, rank = state_.rank_of(bank);
    reads_.hide_bank(bank, rank);
    writes_.hide_bank(bank, rank);
}

// The oldest active request that is ready; of several that came at once, the one whose row was opened first.
template <class Policies>
bool DramChannel<Policies>::try_active(Tick now) {
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

// The banks that a refresh covers.
template <class Policies>
typename DramChannel<Policies>::Places DramChannel<Policies>::banks_of(const DramRefresh& refresh) const {
    if (!concerns_rank(refresh.command)) return bit(refresh.bank);
    const auto count = static_cast<std::size_t>(rules_.spec.banks_per_rank());
    return (count == 64 ? ~Places{0} : bit(count) - 1) << refresh.bank;
}

// The next command for a refresh: its banks are closed first.
template <class Policies>
DramCommand DramChannel<Policies>::command_for(const DramRefresh& refresh) const {
    if (!concerns_rank(refresh.command)) return state_.is_open(refresh.bank) ? DramCommand::precharge : refresh.command;
    return state_.open_banks(state_.rank_of(refresh.bank)) > 0 ? DramCommand::precharge_all : refresh.command;
}

template <class Policies>
bool DramChannel<Policies>::try_refresh(Tick now) {
    const DramRefresh head = refreshes_.front();
    const DramCommand command = command_for(head);
    const bool closes = command != head.command;
    if (closes && (active_banks_ & banks_of(head)) != 0) return false;  // they go first
    const Tick earliest = state_.earliest(command, head.bank);
    if (earliest > now) {
        refresh_bound_ = earliest;
        return false;
    }
    state_.issue(command, head.bank, 0, now);
    closes ? book_closing(banks_of(head)) : book_refresh();
    if (!refreshes_.empty()) refresh_bound_ = now + 1;
    return true;
}

template <class Policies>
void DramChannel<Policies>::book_closing(Places banks) {
    ++statistics_.precharges;
    for (Places rest = banks; rest != 0; rest &= rest - 1) bank_closed(RequestSet::lowest(rest));
}

template <class Policies>
void DramChannel<Policies>::book_refresh() {
    ++statistics_.refreshes;
    const std::size_t bank = refreshes_.front().bank;
    refreshes_.pop();
    if constexpr (!Refresh::kStopsChannel) {
        bank_closed(bank);
        hide_refreshed_bank();
        forget_bounds();
    } else if (refreshes_.empty()) {
        forget_bounds();
    }
}

// The same of ranks that are not ready.
template <class Policies>
template <bool kWrite>
Tick DramChannel<Policies>::earliest_hit_in_busy_ranks(Tick now) const {
    const RequestSet& set = queue_of<kWrite>();
    Tick earliest = kNeverTick;
    for (std::size_t rank = 0; rank < rules_.timings.ranks; ++rank) {
        const Tick of_rank = state_.rank_column(rank, kWrite);
        if (of_rank > now && set.hits(rank) != 0) earliest = std::min(earliest, of_rank);
    }
    return earliest;
}

template <class Policies>
template <bool kWrite>
typename DramChannel<Policies>::Places DramChannel<Policies>::hits_in_more_ready_ranks(Tick now) const {
    Places ready = 0;
    for (std::size_t rank = 2; rank < rules_.timings.ranks; ++rank) ready |= hits_in_ready_rank<kWrite>(rank, now);
    return ready;
}

template <class Policies>
template <bool kWrite>
Tick DramChannel<Policies>::earliest_hit_in_more_ranks() const {
    Tick earliest = kNeverTick;
    for (std::size_t rank = 2; rank < rules_.timings.ranks; ++rank)
        earliest = std::min(earliest, earliest_hit_in<kWrite>(rank));
    return earliest;
}

// Requests for which an activate or precharge may be possible; `bound` is lowered to when one of the others may be.
template <class Policies>
typename DramChannel<Policies>::Places DramChannel<Policies>::row_candidates(const RequestSet& set, Tick now,
                                                                             Tick& bound) const {
    Places ready = set.conflicts() & ~set.held();
    for (std::size_t rank = 0; rank < rules_.timings.ranks; ++rank) {
        const Places to_activate = set.to_closed(rank);
        if (to_activate == 0) continue;
        const Tick earliest = state_.earliest_activate_of_rank(rank);
        if (earliest > now)
            bound = std::min(bound, earliest);
        else
            ready |= to_activate;
    }
    return ready;
}

template <class Policies>
void DramChannel<Policies>::try_row(Tick now) {
    const RequestSet& set = queue();
    Tick bound = kNeverTick;
    Places rest = eligible(set, row_candidates(set, now, bound), now, bound);
    while (rest != 0) {
        const std::size_t place = Scheduler::first(set, rest);
        const std::size_t bank = set.bank(place);
        const Tick earliest = earliest_row_command(bank);
        if (earliest <= now) {
            send_row_command(place, bank, now);
            row_bound_ = std::max(now + 1, state_.row_bus());
            return;
        }
        bound = std::min(bound, earliest);
        rest &= ~set.of_bank(bank);
    }
    row_bound_ = bound;
}

// One bus for all commands: the request that the scheduler puts first of those whose command can be sent, whatever the
// command.
template <class Policies>
void DramChannel<Policies>::try_any(Tick now) {
    choose_mode();
    if (std::min(column_bound_, row_bound_) > now) return;
    const RequestSet& set = queue();
    Tick column_bound = kNeverTick, row_bound = kNeverTick;
    Places rest = eligible(set, set.all() & ~set.held() & ~waiting_for_refresh(set), now, row_bound);
    while (rest != 0) {
        const std::size_t place = Scheduler::first(set, rest);
        const std::size_t bank = set.bank(place);
        const Places hits = set.hits(state_.rank_of(bank));
        const bool hit = (hits >> place & 1) != 0;
        const Tick earliest = hit ? state_.earliest_column(bank, writing_) : earliest_row_command(bank);
        if (earliest <= now) {
            hit ? send_hit_of_queue(place, bank, now) : send_row_command(place, bank, now);
            row_bound_ = column_bound_ = std::max(now + 1, state_.row_bus());
            return;
        }
        Tick& bound = hit ? column_bound : row_bound;
        bound = std::min(bound, earliest);
        rest &= ~(set.of_bank(bank) & (hit ? hits : ~hits));
    }
    column_bound_ = column_bound;
    row_bound_ = row_bound;
}

template <class Policies>
void DramChannel<Policies>::send_hit_of_queue(std::size_t place, std::size_t bank, Tick now) {
    const BankPlace at = state_.place_of(bank);
    writing_ ? send_hit<true>(place, bank, at, now) : send_hit<false>(place, bank, at, now);
}

// What brings the bank nearer to the request's row.
template <class Policies>
void DramChannel<Policies>::send_row_command(std::size_t place, std::size_t bank, Tick now) {
    if (state_.is_open(bank)) return send_precharge(place, now);
    writing_ ? send_activate<true>(place, now) : send_activate<false>(place, now);
}

template <class Policies>
template <bool kWrite>
void DramChannel<Policies>::send_activate(std::size_t place, Tick now) {
    RequestSet& set = queue_of<kWrite>();
    if (set.take_untouched(place)) ++statistics_.row_misses;
    ++statistics_.activates;
    const std::size_t bank = set.bank(place);
    ++activates_of_bank_[bank];
    const std::size_t rank = state_.rank_of(bank);
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

template <class Policies>
void DramChannel<Policies>::send_precharge(std::size_t place, Tick now) {
    RequestSet& set = queue();
    const std::size_t bank = set.bank(place);
    if (set.note_precharge(place)) ++statistics_.row_conflicts;
    ++statistics_.precharges;
    state_.precharge(bank, now);
    bank_closed(bank);
    lower_row_bound(state_.earliest_activate(bank));
}

template <class Policies>
void DramChannel<Policies>::bank_closed(std::size_t bank) {
    const std::size_t rank = state_.rank_of(bank);
    reads_.bank_closed(bank, rank);
    writes_.bank_closed(bank, rank);
    if (is_refreshed(bank)) hide_refreshed_bank();
}

// Whether a request waits for the row that is open in the bank.
template <class Policies>
bool DramChannel<Policies>::is_wanted(std::size_t bank) const {
    const auto waits = [&](const RequestSet& set) { return (set.hits(state_.rank_of(bank)) & set.of_bank(bank)) != 0; };
    return (active_banks_ & bit(bank)) != 0 || waits(reads_) || waits(writes_);
}

template <class Policies>
template <bool kWrite>
[[gnu::noinline]] void DramChannel<Policies>::close_after_column(std::size_t bank, Tick now) {
    ++statistics_.precharges;
    state_.close_after_column<kWrite>(bank, now);
    bank_closed(bank);
    lower_row_bound(state_.earliest_activate(bank));
}

}  // namespace npusim
