#include "channel.hpp"

#include <algorithm>
#include <cmath>

#include "../../model/error.hpp"

namespace npusim {
namespace {

std::int64_t checked_capacity(std::int64_t capacity, const char* key) {
    if (capacity >= 1 && capacity <= RequestSet::kMaxCapacity) return capacity;
    throw EngineError(std::string("engine configuration: memory.") + key + " is " + std::to_string(capacity) +
                      "; it must be from 1 to " + std::to_string(RequestSet::kMaxCapacity));
}

bool choose(const std::string& key, const std::string& value, const std::string& yes, const std::string& no) {
    if (value == yes) return true;
    if (value == no) return false;
    throw EngineError("engine configuration: there is no memory." + key + " '" + value + "'; there are: " + no + ", " + yes);
}

}  // namespace

DramChannel::DramChannel(const DramSpec& spec, const DramPolicy& policy)
    : spec_(spec),
      ranks_(static_cast<std::size_t>(spec.ranks)),
      split_(spec.split_command_bus),
      closed_page_(choose("page_policy", policy.page, "closed", "open")),
      refresh_per_bank_(policy.refresh != "none" && choose("refresh", policy.refresh, "per_bank", "all_bank")),
      refresh_(policy.refresh != "none"),
      write_low_(static_cast<std::int64_t>(std::ceil(policy.write_low * static_cast<double>(policy.write_queue)))),
      write_high_(static_cast<std::int64_t>(std::floor(policy.write_high * static_cast<double>(policy.write_queue)))),
      read_latency_(spec.cl + spec.burst),
      write_latency_(spec.cwl + spec.burst),
      state_(spec),
      reads_(checked_capacity(policy.read_queue, "read_queue"), false),
      writes_(checked_capacity(policy.write_queue, "write_queue"), true) {
    if (refresh_per_bank_ && (spec.refi_bank == 0 || spec.rfc_bank == 0))
        throw EngineError("DRAM device '" + spec.name + "' has no per-bank refresh (tREFI_bank, tRFC_bank): use all_bank");
    next_refresh_ = !refresh_ ? kNeverTick : refresh_per_bank_ ? spec.refi_bank : spec.refi;
    active_.reserve(static_cast<std::size_t>(spec.banks()));
    next_step_ = 1;  // a channel without reads turns to writes
}

Accepted DramChannel::enqueue(std::int64_t address, std::size_t bank, std::int64_t row, bool write, std::uint64_t tag, Tick now) {
    if (writes_.size() > 0 && writes_.contains(bank, address)) {
        ++(write ? statistics_.replaced_writes : statistics_.forwarded_reads);
        return Accepted::at_once;
    }
    RequestSet& set = write ? writes_ : reads_;
    if (set.full()) return Accepted::no;
    const bool held = (active_banks_ & bit(bank)) != 0;
    set.push({tag, now}, address, bank, row, held, state_);
    if (!refreshes_.empty()) return Accepted::queued;
    if (next_mode() != writing_) {
        next_step_ = std::min(next_step_, now + 1);
    } else if (write == writing_) {
        const bool hit = state_.row(bank) == row;
        if (!hit && held) return Accepted::queued;
        const Tick earliest = std::max(now + 1, hit ? state_.earliest_column(bank, write) : earliest_row_command(bank));
        hit ? lower_column_bound(earliest) : lower_row_bound(earliest);
        next_step_ = std::min(next_step_, earliest);
    }
    return Accepted::queued;
}

// From reads to writes, or back.
void DramChannel::turn() {
    writing_ = !writing_;
    forget_bounds();
}

void DramChannel::step(Tick now) {
    if (next_refresh_ <= now) add_refreshes(now);
    refresh_bound_ = kNeverTick;
    if (split_)
        step_split(now);
    else
        step_shared(now);
    Tick next = std::min(next_refresh_, std::min(active_bound_, refresh_bound_));
    if (refreshes_.empty()) {
        if (queue().size() > 0) next = std::min(next, std::min(column_bound_, row_bound_));
        if (next_mode() != writing_) next = now + 1;
    }
    next_step_ = std::max(next, now + 1);
}

[[gnu::always_inline]] inline void DramChannel::step_split(Tick now) {
    const bool sent = active_bound_ <= now && try_active(now);
    if (!refreshes_.empty()) {
        try_refresh(now);
        return;
    }
    if (!sent) {
        choose_mode();
        if (column_bound_ <= now) try_column(now);
    }
    choose_mode();
    if (row_bound_ <= now) try_row(now);
}

[[gnu::always_inline]] inline void DramChannel::step_shared(Tick now) {
    const bool sent = active_bound_ <= now && try_active(now);
    if (!sent && refreshes_.empty())
        try_any(now);
    else if (!sent)
        try_refresh(now);
    else if (!refreshes_.empty())
        refresh_bound_ = now + 1;
}

void DramChannel::add_refreshes(Tick now) {
    while (next_refresh_ <= now) {
        if (refresh_per_bank_) {
            refreshes_.push({DramCommand::refresh_bank, next_refresh_bank_});
            next_refresh_bank_ = (next_refresh_bank_ + 1) % static_cast<std::size_t>(spec_.banks());
            next_refresh_ += spec_.refi_bank;
        } else {
            for (std::int64_t rank = 0; rank < spec_.ranks; ++rank)
                refreshes_.push({DramCommand::refresh_all, static_cast<std::size_t>(rank * spec_.banks_per_rank())});
            next_refresh_ += spec_.refi;
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
        } else if (best == none || active_[i].arrival < active_[best].arrival) {
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
    send_column(request, now);
    return true;
}

bool DramChannel::try_refresh(Tick now) {
    const Refresh head = refreshes_.front();
    const bool all = head.command == DramCommand::refresh_all;
    const std::size_t rank = state_.rank_of(head.bank);
    const bool open = all ? state_.open_banks(rank) > 0 : state_.is_open(head.bank);
    const Places rank_banks = (spec_.banks_per_rank() == 64 ? ~Places{0} : bit(static_cast<std::size_t>(spec_.banks_per_rank())) - 1)
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

// When the first row hit can be sent, as far as its rank and the bus go.
Tick DramChannel::earliest_hit(const RequestSet& set) const {
    Tick earliest = kNeverTick;
    for (std::size_t rank = 0; rank < ranks_; ++rank)
        if ((set.hits() & set.of_rank(rank)) != 0) earliest = std::min(earliest, state_.earliest_column_of_rank(rank, writing_));
    return earliest;
}

void DramChannel::try_column(Tick now) {
    RequestSet& set = queue();
    Places rest = set.hits();
    Tick bound = kNeverTick;
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
        const Tick earliest = state_.earliest_column_of_rank(rank, writing_);
        if (earliest <= now || (rest & set.of_rank(rank)) == 0) continue;
        bound = std::min(bound, earliest);
        rest &= ~set.of_rank(rank);
    }
    while (rest != 0) {
        const std::size_t place = set.oldest(rest);
        const std::size_t bank = set.bank(place);
        const Tick earliest = state_.earliest_column(bank, writing_);
        if (earliest <= now) {
            send_hit(place, now);
            column_bound_ = std::max(now + 1, earliest_hit(set));
            return;
        }
        bound = std::min(bound, earliest);
        rest &= ~set.of_bank(bank);
    }
    column_bound_ = bound;
}

void DramChannel::try_row(Tick now) {
    RequestSet& set = queue();
    Places rest = set.all() & ~(set.hits() | set.held());
    Tick bound = kNeverTick;
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
        const Tick earliest = state_.earliest_activate_of_rank(rank);
        const Places to_activate = rest & set.of_rank(rank) & ~set.bank_open();
        if (earliest <= now || to_activate == 0) continue;
        bound = std::min(bound, earliest);
        rest &= ~to_activate;
    }
    while (rest != 0) {
        const std::size_t place = set.oldest(rest);
        const std::size_t bank = set.bank(place);
        const bool open = state_.is_open(bank);
        const Tick earliest = open ? state_.earliest_precharge(bank) : state_.earliest_activate(bank);
        if (earliest <= now) {
            open ? send_precharge(place, now) : send_activate(place, now);
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
        const bool hit = (set.hits() >> place & 1) != 0;
        const Tick earliest = hit ? state_.earliest_column(bank, writing_) : earliest_row_command(bank);
        if (earliest <= now) {
            hit ? send_hit(place, now) : state_.is_open(bank) ? send_precharge(place, now) : send_activate(place, now);
            row_bound_ = column_bound_ = std::max(now + 1, state_.row_bus());
            return;
        }
        Tick& bound = hit ? column_bound : row_bound;
        bound = std::min(bound, earliest);
        rest &= ~(set.of_bank(bank) & (hit ? set.hits() : ~set.hits()));
    }
    column_bound_ = column_bound;
    row_bound_ = row_bound;
}

void DramChannel::send_hit(std::size_t place, Tick now) {
    RequestSet& set = queue();
    count(set, place, &DramStatistics::row_hits);
    set.remove(place, state_);
    send_column({set[place].tag, set[place].arrival, set.bank(place), writing_}, now);
}

void DramChannel::send_activate(std::size_t place, Tick now) {
    RequestSet& set = queue();
    const std::size_t bank = set.bank(place);
    const std::int64_t row = set.row(place);
    count(set, place, &DramStatistics::row_misses);
    ++statistics_.activates;
    set.remove(place, state_);
    state_.activate(bank, row, now);
    active_.push_back({set[place].tag, set[place].arrival, bank, writing_});
    active_banks_ |= bit(bank);
    active_bound_ = std::min(active_bound_, state_.earliest_column(bank, writing_));
    reads_.bank_opened(bank, row);
    writes_.bank_opened(bank, row);
    if ((set.hits() & set.of_bank(bank)) != 0) lower_column_bound(state_.earliest_column(bank, writing_));
}

void DramChannel::send_precharge(std::size_t place, Tick now) {
    RequestSet& set = queue();
    const std::size_t bank = set.bank(place);
    count(set, place, &DramStatistics::row_conflicts);
    ++statistics_.precharges;
    state_.precharge(bank, now);
    bank_closed(bank);
    lower_row_bound(state_.earliest_activate(bank));
}

void DramChannel::bank_closed(std::size_t bank) {
    reads_.bank_closed(bank);
    writes_.bank_closed(bank);
}

// With closed pages, the last request that wants the row closes it.
bool DramChannel::closes_after(std::size_t bank) const {
    const auto is_wanted = [bank](const RequestSet& set) { return (set.hits() & set.of_bank(bank)) != 0; };
    return closed_page_ && (active_banks_ & bit(bank)) == 0 && !is_wanted(reads_) && !is_wanted(writes_);
}

void DramChannel::send_column(const ActiveRequest& request, Tick now) {
    const auto [tag, arrival, bank, write] = request;
    const bool close = closes_after(bank);
    state_.column(bank, write, close, now);
    ++(write ? statistics_.writes : statistics_.reads);
    completions_.push_back({tag, arrival, now + (write ? write_latency_ : read_latency_), write});
    if (close) {
        ++statistics_.precharges;
        bank_closed(bank);
        lower_row_bound(state_.earliest_activate(bank));
    } else if (const RequestSet& set = queue(); (set.of_bank(bank) & ~set.hits()) != 0) {
        lower_row_bound(state_.earliest_precharge(bank));
    }
}

}  // namespace npusim
