// One channel: its controller (first ready, first come, first served) and the commands it sends.
//
// Mechanisms as in Ramulator 2.1. Per tick one command on the command bus, or one on each where row and column commands have a bus each.
// The oldest request whose next command the timings allow goes first. A request whose row was opened for it leaves its queue for its bank's place
// among the active requests, which go before all others, and keep their row open. Refreshes go before queued requests: while one waits, no new request
// is worked on. Writes are drained when their queue fills or there are no reads.
//
// Nothing happens between two steps: `next_step()` is a lower bound of the tick at which a command can be sent.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "../../model/ring.hpp"
#include "request_set.hpp"
#include "state.hpp"
#include "statistics.hpp"

namespace npusim {

constexpr Tick kNeverTick = std::numeric_limits<Tick>::max() / 4;

struct DramCompletion {
    std::uint64_t tag;
    Tick arrival;
    Tick done;
    bool write;
};

enum class Accepted : std::uint8_t { no, queued, at_once };

class DramChannel {
public:
    DramChannel(const DramSpec& spec, const DramPolicy& policy);

    // Runs all steps up to and including `now`.
    void run_until(Tick now) {
        while (next_step_ <= now) step(next_step_);
    }

    // Runs until the queue has room, and returns the tick at which that was so. Nothing may have been asked of the channel for later.
    Tick run_until_room(bool write) {
        const RequestSet& set = write ? writes_ : reads_;
        Tick now = next_step_;
        for (; set.full(); step(now)) now = next_step_;
        return now;
    }

    // Takes a request at `now`, after run_until(now); commands for it are sent from the tick after that. A read of what waits to be
    // written, and a write of it, need no command: `at_once`.
    Accepted enqueue(std::int64_t address, std::size_t bank, std::int64_t row, bool write, std::uint64_t tag, Tick now);

    Tick next_step() const { return next_step_; }
    bool has_requests() const { return reads_.size() + writes_.size() > 0 || !active_.empty(); }

    // No request is done earlier than this many ticks after its column command.
    Tick least_latency() const { return std::min(read_latency_, write_latency_); }
    Tick read_latency() const { return read_latency_; }

    std::vector<DramCompletion>& completions() { return completions_; }
    const DramStatistics& statistics() const { return statistics_; }

private:
    struct Refresh {
        DramCommand command;
        std::size_t bank;
    };
    // A request whose row was opened for it.
    struct ActiveRequest {
        std::uint64_t tag;
        Tick arrival;
        std::size_t bank;
        bool write;
    };
    using Places = RequestSet::Places;

    static Places bit(std::size_t index) { return Places{1} << index; }
    RequestSet& queue() { return writing_ ? writes_ : reads_; }

    void step(Tick now);
    void step_split(Tick now);
    void step_shared(Tick now);
    void add_refreshes(Tick now);
    bool try_active(Tick now);
    bool try_refresh(Tick now);
    void try_column(Tick now);
    void try_row(Tick now);
    void try_any(Tick now);
    bool next_mode() const {
        return reads_.size() == 0 || (writing_ ? writes_.size() >= write_low_ : writes_.size() > write_high_);
    }
    void choose_mode() {
        if (next_mode() != writing_) turn();
    }
    void turn();
    void send_hit(std::size_t place, Tick now);
    void send_activate(std::size_t place, Tick now);
    void send_precharge(std::size_t place, Tick now);
    void send_column(const ActiveRequest& request, Tick now);
    void count(RequestSet& set, std::size_t place, std::int64_t DramStatistics::* kind) {
        if (set.count_once(place)) ++(statistics_.*kind);
    }
    void bank_closed(std::size_t bank);
    bool closes_after(std::size_t bank) const;
    Tick earliest_hit(const RequestSet& set) const;
    void lower_row_bound(Tick tick) { row_bound_ = std::min(row_bound_, tick); }
    void lower_column_bound(Tick tick) { column_bound_ = std::min(column_bound_, tick); }
    void forget_bounds() { row_bound_ = column_bound_ = 0; }
    Tick earliest_row_command(std::size_t bank) const {
        return state_.is_open(bank) ? state_.earliest_precharge(bank) : state_.earliest_activate(bank);
    }

    DramSpec spec_;
    std::size_t ranks_;
    bool split_, closed_page_, refresh_per_bank_, refresh_;
    std::int64_t write_low_, write_high_;  // requests: draining ends below the one, begins above the other
    Tick read_latency_, write_latency_;

    DramState state_;
    RequestSet reads_, writes_;
    std::vector<ActiveRequest> active_;  // in the order of their activates
    Places active_banks_ = 0;
    Ring<Refresh> refreshes_;
    Tick next_refresh_;
    std::size_t next_refresh_bank_ = 0;
    bool writing_ = false;

    // Lower bounds of the ticks at which a command can be sent: for active requests, for queued ones by kind, for refreshes.
    Tick active_bound_ = kNeverTick;
    Tick column_bound_ = kNeverTick;
    Tick row_bound_ = kNeverTick;
    Tick refresh_bound_ = kNeverTick;
    Tick next_step_ = 0;

    std::vector<DramCompletion> completions_;
    DramStatistics statistics_;
};

}  // namespace npusim
