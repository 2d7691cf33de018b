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
        const std::int64_t capacity = write ? write_capacity_ : read_capacity_;
        Tick now = next_step_;
        for (; set.size() >= capacity; step(now)) now = next_step_;
        return now;
    }

    // Takes a request at `now`, after run_until(now); commands for it are sent from the tick after that. A read of what waits to be
    // written, and a write of it, need no command: `at_once`.
    Accepted enqueue(std::int64_t address, std::size_t bank, std::int64_t row, bool write, std::uint64_t tag, Tick now);

    Tick next_step() const { return next_step_; }
    bool has_requests() const { return reads_.size() + writes_.size() > 0 || active_ != 0; }

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
    struct ActiveRequest {
        QueuedRequest request;
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
    bool try_column(Tick now);
    bool try_row(Tick now);
    bool try_any(Tick now);
    void choose_mode();
    bool next_mode() const;
    Tick earliest_active() const;
    void send_for(std::size_t place, Tick now);
    void send_column(const QueuedRequest& request, bool write, Tick now);
    void send_activate(std::size_t place, Tick now);
    void send_precharge(std::size_t bank, Tick now);
    void count(QueuedRequest& request, std::int64_t DramStatistics::* kind);
    bool closes_after(const QueuedRequest& request) const;
    bool row_is_wanted(const RequestSet& set, std::size_t bank) const { return (set.hits() & set.of_bank(bank)) != 0; }
    void lower_row_bound(Tick tick) { row_bound_ = std::min(row_bound_, tick); }
    void lower_column_bound(Tick tick) { column_bound_ = std::min(column_bound_, tick); }
    void forget_bounds() { row_bound_ = column_bound_ = 0; }
    Tick earliest_for(const QueuedRequest& request, bool write) const;

    DramSpec spec_;
    bool split_, closed_page_, refresh_per_bank_, refresh_;
    std::int64_t read_capacity_, write_capacity_;
    std::int64_t write_low_, write_high_;  // requests: draining ends below the one, begins above the other
    Tick read_latency_, write_latency_;

    DramState state_;
    RequestSet reads_, writes_;
    std::vector<ActiveRequest> active_of_bank_;
    Places active_ = 0;  // banks with an active request
    Ring<Refresh> refreshes_;
    Tick next_refresh_;
    std::size_t next_refresh_bank_ = 0;
    bool writing_ = false;
    std::uint64_t age_ = 0;

    // Lower bounds of the ticks at which a queued request's command of the kind can be sent, and others.
    Tick column_bound_ = 0;
    Tick row_bound_ = 0;
    Tick refresh_bound_ = kNeverTick;
    Tick next_step_ = 0;

    std::vector<DramCompletion> completions_;
    DramStatistics statistics_;
};

}  // namespace npusim
