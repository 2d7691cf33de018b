// What a channel does for every request, if its row is open: taking it and sending its column command. The rest is in
// channel_steps.hpp.
#pragma once

#include "channel.hpp"

namespace npusim {

template <class Policies>
template <bool kWrite>
inline Tick DramChannel<Policies>::run_until_room(Tick now) {
    const RequestSet& set = queue_of<kWrite>();
    for (;;) {
        if (next_step_ > now) {
            if (!set.full()) return now;
            now = next_step_;
        }
        step(next_step_);
    }
}

template <class Policies>
template <bool kWrite>
[[gnu::always_inline]] inline Accepted DramChannel<Policies>::enqueue(std::int64_t address, std::size_t bank,
                                                                      DramRow row, std::uint64_t tag, Tick now) {
    if (writes_.size() > 0 && writes_.contains(bank, address)) {
        ++(kWrite ? statistics_.replaced_writes : statistics_.forwarded_reads);
        return Accepted::at_once;
    }
    RequestSet& set = queue_of<kWrite>();
    if (set.full()) return Accepted::no;
    const std::int64_t open_row = state_.row(bank);
    const bool held = (active_banks_ & bit(bank)) != 0;
    set.push<kWrite>({tag, row, static_cast<std::uint32_t>(now)}, bank, state_.rank_of(bank), address, open_row, held);
    if constexpr (!Refresh::kStopsChannel) {
        if (is_refreshed(bank)) [[unlikely]] {
            set.hide_bank(bank, state_.rank_of(bank));
            check_mode();
            if (turn_due_) next_step_ = std::min(next_step_, now + 1);
            return Accepted::queued;
        }
    }
    const bool hit = open_row == row;
    if (kWrite || writing_ || hits_only_until_ == 0) {
        check_mode();
        if (is_stopped()) return Accepted::queued;
        if (turn_due_) {
            next_step_ = std::min(next_step_, now + 1);
            return Accepted::queued;
        }
        if (kWrite != writing_) return Accepted::queued;
    }
    if (hit)
        expect_hit(bank, now + 1);
    else if (!held)
        expect_row_command(bank, now + 1);
    return Accepted::queued;
}

// A command for a request that has just come can be sent from `from` on.
template <class Policies>
[[gnu::always_inline]] inline void DramChannel<Policies>::expect_hit(std::size_t bank, Tick from) {
    if (column_bound_ <= from && next_step_ <= from) return;
    const Tick earliest = std::max(from, state_.earliest_column(bank, writing_));
    lower_column_bound(earliest);
    next_step_ = std::min(next_step_, earliest);
}

template <class Policies>
inline void DramChannel<Policies>::step(Tick now) {
    if (hits_only_until_ <= now)
        step_fully(now);
    else if (writing_)
        step_hits<true>(now);
    else
        step_hits<false>(now);
}

template <class Policies>
template <bool kWrite>
[[gnu::always_inline]] inline void DramChannel<Policies>::step_hits(Tick now) {
    try_column<kWrite>(now);
    if (hits_only_until_ <= now) [[unlikely]]
        return step_on(now);
    next_step_ = std::min(hits_only_until_, column_bound_);
}

// Row hits in ranks that are ready. Which rank is ready changes all the time, so there is no branch for it; devices
// with more than two are rare.
template <class Policies>
template <bool kWrite>
[[gnu::always_inline]] inline typename DramChannel<Policies>::Places DramChannel<Policies>::hits_in_ready_ranks(
    Tick now) const {
    const Places ready = hits_in_ready_rank<kWrite>(0, now) | hits_in_ready_rank<kWrite>(1, now);
    if (rules_.timings.ranks <= 2) [[likely]]
        return ready;
    return ready | hits_in_more_ready_ranks<kWrite>(now);
}

// When the first row hit can be sent, as far as its rank and the bus go.
template <class Policies>
template <bool kWrite>
[[gnu::always_inline]] inline Tick DramChannel<Policies>::earliest_hit() const {
    const Tick earliest =
        std::max(state_.column_bus(), std::min(earliest_hit_in<kWrite>(0), earliest_hit_in<kWrite>(1)));
    if (rules_.timings.ranks <= 2) [[likely]]
        return earliest;
    return std::max(state_.column_bus(), std::min(earliest, earliest_hit_in_more_ranks<kWrite>()));
}

// The row hit that the scheduler puts first of those that are ready.
template <class Policies>
template <bool kWrite>
[[gnu::always_inline]] inline void DramChannel<Policies>::try_column(Tick now) {
    RequestSet& set = queue_of<kWrite>();
    if (state_.column_bus() > now) [[unlikely]] {
        column_bound_ = earliest_hit<kWrite>();
        return;
    }
    Tick bound = kNeverTick;
    for (Places rest = eligible(set, hits_in_ready_ranks<kWrite>(now), now, bound); rest != 0;) {
        const std::size_t place = Scheduler::first(set, rest);
        const std::size_t bank = set.bank(place);
        const BankPlace at = state_.place_of(bank);
        const Tick earliest = state_.earliest_column_in_rank(bank, at, kWrite);
        if (earliest <= now) {
            send_hit<kWrite>(place, bank, at, now);
            column_bound_ = earliest_hit<kWrite>();
            return;
        }
        bound = std::min(bound, earliest);
        rest &= ~set.of_bank(bank);
    }
    column_bound_ = std::min(bound, earliest_hit_in_busy_ranks<kWrite>(now));
}

template <class Policies>
template <bool kWrite>
[[gnu::always_inline]] inline void DramChannel<Policies>::send_hit(std::size_t place, std::size_t bank, BankPlace at,
                                                                   Tick now) {
    RequestSet& set = queue_of<kWrite>();
    if (!set.take_untouched(place)) [[unlikely]]
        ++columns_after_others_;
    set.remove_hit<kWrite>(place, bank, at.rank);
    check_mode_after_removal<kWrite>();
    send_column<kWrite>(bank, at, set[place].tag, now);
}

template <class Policies>
template <bool kWrite>
[[gnu::always_inline]] inline void DramChannel<Policies>::send_column(std::size_t bank, BankPlace at, std::uint64_t tag,
                                                                      Tick now) {
    completions_.push({tag, now + (kWrite ? rules_.write_latency : rules_.read_latency)});
    state_.column<kWrite>(bank, at, now);
    ++(kWrite ? statistics_.writes : statistics_.reads);
    if (Page::closes([&] { return is_wanted(bank); })) [[unlikely]]
        close_after_column<kWrite>(bank, now);
    else if (const RequestSet& set = queue(); (set.of_bank(bank) & set.conflicts()) != 0)
        lower_row_bound(state_.earliest_precharge(bank));
}

}  // namespace npusim
