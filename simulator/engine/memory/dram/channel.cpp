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
      split_(spec.split_command_bus),
      closed_page_(choose("page_policy", policy.page, "closed", "open")),
      refresh_per_bank_(policy.refresh != "none" && choose("refresh", policy.refresh, "per_bank", "all_bank")),
      refresh_(policy.refresh != "none"),
      read_capacity_(checked_capacity(policy.read_queue, "read_queue")),
      write_capacity_(checked_capacity(policy.write_queue, "write_queue")),
      write_low_(static_cast<std::int64_t>(std::ceil(policy.write_low * static_cast<double>(policy.write_queue)))),
      write_high_(static_cast<std::int64_t>(std::floor(policy.write_high * static_cast<double>(policy.write_queue)))),
      read_latency_(spec.cl + spec.burst),
      write_latency_(spec.cwl + spec.burst),
      state_(spec),
      active_of_bank_(static_cast<std::size_t>(spec.banks())) {
    if (refresh_per_bank_ && (spec.refi_bank == 0 || spec.rfc_bank == 0))
        throw EngineError("DRAM device '" + spec.name + "' has no per-bank refresh (tREFI_bank, tRFC_bank): use all_bank");
    next_refresh_ = !refresh_ ? kNeverTick : refresh_per_bank_ ? spec.refi_bank : spec.refi;
    next_step_ = next_refresh_;
    column_bound_ = row_bound_ = kNeverTick;
}

Accepted DramChannel::enqueue(std::int64_t address, std::size_t bank, std::int64_t row, bool write, std::uint64_t tag, Tick now) {
    if (writes_.size() > 0 && writes_.contains(bank, address)) {
        ++(write ? statistics_.replaced_writes : statistics_.forwarded_reads);
        return Accepted::at_once;
    }
    RequestSet& set = write ? writes_ : reads_;
    if (set.size() >= (write ? write_capacity_ : read_capacity_)) return Accepted::no;
    const QueuedRequest& request = set.push(address, row, tag, now, age_++, bank, state_);
    Tick first = next_mode() != writing_ ? now + 1 : kNeverTick;
    if (write == writing_) {
        const Tick earliest = std::max(now + 1, earliest_for(request, write));
        state_.row(bank) == row ? lower_column_bound(earliest) : lower_row_bound(earliest);
        first = std::min(first, earliest);
    }
    if (refreshes_.empty()) next_step_ = std::min(next_step_, first);
    return Accepted::queued;
}

// The command that a request needs next can be sent from here on, as far as the timings go.
Tick DramChannel::earliest_for(const QueuedRequest& request, bool write) const {
    const std::size_t bank = request.bank;
    if (!state_.is_open(bank)) return state_.earliest_activate(bank);
    return state_.row(bank) == request.row ? state_.earliest_column(bank, write) : state_.earliest_precharge(bank);
}

// Whether writes are worked on, now that the queues are as they are.
bool DramChannel::next_mode() const {
    return reads_.size() == 0 || (writing_ ? writes_.size() >= write_low_ : writes_.size() > write_high_);
}

void DramChannel::choose_mode() {
    if (next_mode() == writing_) return;
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
    Tick next = std::min(next_refresh_, std::min(active_ != 0 ? earliest_active() : kNeverTick, refresh_bound_));
    if (refreshes_.empty()) {
        if (queue().size() > 0) next = std::min(next, std::min(column_bound_, row_bound_));
        if (next_mode() != writing_) next = now + 1;
    }
    next_step_ = std::max(next, now + 1);
}

void DramChannel::step_split(Tick now) {
    const bool sent = active_ != 0 && try_active(now);
    if (!sent && refreshes_.empty()) {
        choose_mode();
        if (column_bound_ <= now) try_column(now);
    }
    if (!refreshes_.empty()) {
        try_refresh(now);
    } else {
        choose_mode();
        if (row_bound_ <= now) try_row(now);
    }
}

void DramChannel::step_shared(Tick now) {
    if (!try_active(now)) {
        if (!refreshes_.empty())
            try_refresh(now);
        else
            try_any(now);
    } else if (!refreshes_.empty()) {
        refresh_bound_ = now + 1;
    }
}

void DramChannel::add_refreshes(Tick now) {
    while (next_refresh_ <= now) {
        if (refresh_per_bank_) {
            refreshes_.push({DramCommand::refresh_bank, next_refresh_bank_});
            next_refresh_bank_ = (next_refresh_bank_ + 1) % active_of_bank_.size();
            next_refresh_ += spec_.refi_bank;
        } else {
            for (std::int64_t rank = 0; rank < spec_.ranks; ++rank)
                refreshes_.push({DramCommand::refresh_all, static_cast<std::size_t>(rank * spec_.banks_per_rank())});
            next_refresh_ += spec_.refi;
        }
    }
}

Tick DramChannel::earliest_active() const {
    Tick earliest = kNeverTick;
    for (Places rest = active_; rest != 0; rest &= rest - 1) {
        const std::size_t bank = RequestSet::first(rest);
        earliest = std::min(earliest, state_.earliest_column(bank, active_of_bank_[bank].write));
    }
    return earliest;
}

// The oldest active request that is ready.
bool DramChannel::try_active(Tick now) {
    std::size_t best = active_of_bank_.size();
    for (Places rest = active_; rest != 0; rest &= rest - 1) {
        const std::size_t bank = RequestSet::first(rest);
        if (state_.earliest_column(bank, active_of_bank_[bank].write) > now) continue;
        if (best == active_of_bank_.size() || active_of_bank_[bank].request.age < active_of_bank_[best].request.age) best = bank;
    }
    if (best == active_of_bank_.size()) return false;
    active_ &= ~bit(best);
    send_column(active_of_bank_[best].request, active_of_bank_[best].write, now);
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
    if (open && (active_ & closed_banks) != 0) return false;  // they go first
    const DramCommand command = !open ? head.command : all ? DramCommand::precharge_all : DramCommand::precharge;
    const Tick earliest = state_.earliest(command, head.bank);
    if (earliest > now) {
        refresh_bound_ = earliest;
        return false;
    }
    state_.issue(command, head.bank, 0, now);
    if (open) {
        ++statistics_.precharges;
        for (Places rest = closed_banks; rest != 0; rest &= rest - 1) {
            reads_.bank_closed(RequestSet::first(rest));
            writes_.bank_closed(RequestSet::first(rest));
        }
    } else {
        ++statistics_.refreshes;
        refreshes_.pop();
        if (refreshes_.empty()) forget_bounds();
    }
    if (!refreshes_.empty()) refresh_bound_ = now + 1;
    return true;
}

bool DramChannel::try_column(Tick now) {
    RequestSet& set = queue();
    Places rest = set.hits();
    Tick bound = kNeverTick;
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(spec_.ranks); ++rank) {
        const Tick earliest = state_.earliest_column_of_rank(rank, writing_);
        if (earliest <= now || (rest & set.of_rank(rank)) == 0) continue;
        bound = std::min(bound, earliest);
        rest &= ~set.of_rank(rank);
    }
    while (rest != 0) {
        const std::size_t place = RequestSet::first(rest);
        const std::size_t bank = set[place].bank;
        const Tick earliest = state_.earliest_column(bank, writing_);
        if (earliest <= now) {
            send_for(place, now);
            column_bound_ = now + 1;
            return true;
        }
        bound = std::min(bound, earliest);
        rest &= ~set.of_bank(bank);
    }
    column_bound_ = bound;
    return false;
}

bool DramChannel::try_row(Tick now) {
    RequestSet& set = queue();
    Places rest = set.all() & ~set.hits();
    Tick bound = kNeverTick;
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(spec_.ranks); ++rank) {
        const Tick earliest = state_.earliest_activate_of_rank(rank);
        const Places to_activate = rest & set.of_rank(rank) & ~set.bank_open();
        if (earliest <= now || to_activate == 0) continue;
        bound = std::min(bound, earliest);
        rest &= ~to_activate;
    }
    while (rest != 0) {
        const std::size_t place = RequestSet::first(rest);
        const std::size_t bank = set[place].bank;
        rest &= ~set.of_bank(bank);
        const bool open = state_.is_open(bank);
        if (open && (active_ & bit(bank)) != 0) continue;
        const Tick earliest = open ? state_.earliest_precharge(bank) : state_.earliest_activate(bank);
        if (earliest <= now) {
            row_bound_ = now + 1;
            send_for(place, now);
            return true;
        }
        bound = std::min(bound, earliest);
    }
    row_bound_ = bound;
    return false;
}

// One bus for all commands: the oldest request whose command can be sent, whatever the command.
bool DramChannel::try_any(Tick now) {
    choose_mode();
    if (std::min(column_bound_, row_bound_) > now) return false;
    RequestSet& set = queue();
    Places rest = set.all();
    Tick column_bound = kNeverTick, row_bound = kNeverTick;
    while (rest != 0) {
        const std::size_t place = RequestSet::first(rest);
        const QueuedRequest& request = set[place];
        const std::size_t bank = request.bank;
        const bool hit = (set.hits() >> place & 1) != 0;
        rest &= ~(set.of_bank(bank) & (hit ? set.hits() : ~set.hits()));
        if (!hit && state_.is_open(bank) && (active_ & bit(bank)) != 0) continue;
        const Tick earliest = earliest_for(request, writing_);
        if (earliest <= now) {
            row_bound_ = column_bound_ = now + 1;
            send_for(place, now);
            return true;
        }
        Tick& bound = hit ? column_bound : row_bound;
        bound = std::min(bound, earliest);
    }
    column_bound_ = column_bound;
    row_bound_ = row_bound;
    return false;
}

void DramChannel::count(QueuedRequest& request, std::int64_t DramStatistics::* kind) {
    if (request.counted) return;
    request.counted = true;
    ++(statistics_.*kind);
}

// Sends the next command of a queued request.
void DramChannel::send_for(std::size_t place, Tick now) {
    RequestSet& set = queue();
    QueuedRequest& request = set[place];
    const std::size_t bank = request.bank;
    if (!state_.is_open(bank)) {
        count(request, &DramStatistics::row_misses);
        return send_activate(place, now);
    }
    if (state_.row(bank) != request.row) {
        count(request, &DramStatistics::row_conflicts);
        return send_precharge(bank, now);
    }
    count(request, &DramStatistics::row_hits);
    set.remove(place, state_);  // its place keeps its content
    send_column(request, writing_, now);
}

void DramChannel::send_activate(std::size_t place, Tick now) {
    RequestSet& set = queue();
    const QueuedRequest& request = set[place];
    const std::size_t bank = request.bank;
    ++statistics_.activates;
    set.remove(place, state_);
    state_.issue(DramCommand::activate, bank, request.row, now);
    active_ |= bit(bank);
    active_of_bank_[bank] = {request, writing_};
    reads_.bank_opened(bank, request.row);
    writes_.bank_opened(bank, request.row);
    lower_column_bound(state_.earliest_column(bank, writing_));
}

void DramChannel::send_precharge(std::size_t bank, Tick now) {
    ++statistics_.precharges;
    state_.issue(DramCommand::precharge, bank, 0, now);
    reads_.bank_closed(bank);
    writes_.bank_closed(bank);
    lower_row_bound(state_.earliest_activate(bank));
}

// With closed pages, the last request that wants the row closes it.
bool DramChannel::closes_after(const QueuedRequest& request) const {
    return closed_page_ && (active_ & bit(request.bank)) == 0 && !row_is_wanted(reads_, request.bank) &&
           !row_is_wanted(writes_, request.bank);
}

void DramChannel::send_column(const QueuedRequest& request, bool write, Tick now) {
    const std::size_t bank = request.bank;
    const bool close = closes_after(request);
    const DramCommand command = write ? (close ? DramCommand::write_precharge : DramCommand::write)
                                      : (close ? DramCommand::read_precharge : DramCommand::read);
    state_.issue(command, bank, 0, now);
    ++(write ? statistics_.writes : statistics_.reads);
    completions_.push_back({request.tag, request.arrival, now + (write ? write_latency_ : read_latency_), write});
    if (close) {
        ++statistics_.precharges;
        reads_.bank_closed(bank);
        writes_.bank_closed(bank);
        lower_row_bound(state_.earliest_activate(bank));
    } else if (const RequestSet& set = queue(); (set.of_bank(bank) & ~set.hits()) != 0) {
        lower_row_bound(state_.earliest_precharge(bank));
    }
}

}  // namespace npusim
