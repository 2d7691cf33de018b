// One channel: its controller and the commands it sends. The policies (scheduler, page policy, refresh) are template
// parameters.
//
// Mechanisms as in Ramulator 2.1. Per tick one command on the command bus, or one on each where row and column commands
// have a bus each. The oldest request whose next command the timings allow goes first. A request whose row was opened
// for it leaves its queue for its bank's place among the active requests, which go before all others, and keep their
// row open. Refreshes go before queued requests: while one of a rank waits, no new request is worked on; while one of a
// bank does, none of this bank. Writes are drained when their queue fills or there are no reads.
//
// Nothing happens between two steps: `next_step()` is a lower bound of the tick at which a command can be sent.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "../../model/ring.hpp"
#include "completions.hpp"
#include "policies/concepts.hpp"
#include "protocol/rules.hpp"
#include "request_set.hpp"
#include "state.hpp"
#include "statistics.hpp"

namespace npusim {

enum class Accepted : std::uint8_t { no, queued, at_once };

template <DramScheduler SchedulerPolicy, DramPagePolicy PagePolicy, DramRefreshPolicy RefreshPolicy>
struct DramPolicies {
    using Scheduler = SchedulerPolicy;
    using Page = PagePolicy;
    using Refresh = RefreshPolicy;
};

template <class Policies>
class alignas(64) DramChannel {
public:
    explicit DramChannel(const DramRules& rules);  // which must outlive this

    // Runs all steps up to and including `now`.
    void run_until(Tick now) {
        while (next_step_ <= now) step(next_step_);
    }

    // Runs until `now`, and on until the queue has room; returns the tick at which that was so. Nothing may have been
    // asked of the channel for later.
    template <bool kWrite>
    Tick run_until_room(Tick now);

    // Takes a request at `now`, after run_until(now); commands for it are sent from the tick after that. A read of what
    // waits to be written, and a write of it, need no command: `at_once`.
    Accepted enqueue(std::int64_t address, std::size_t bank, DramRow row, bool write, std::uint64_t tag, Tick now) {
        return write ? enqueue<true>(address, bank, row, tag, now) : enqueue<false>(address, bank, row, tag, now);
    }
    template <bool kWrite>
    Accepted enqueue(std::int64_t address, std::size_t bank, DramRow row, std::uint64_t tag, Tick now);

    // A request for the bank comes soon: what it needs is fetched into the cache of the host.
    void prefetch(std::size_t bank, bool write) const {
        __builtin_prefetch(this, 1);
        __builtin_prefetch(&queue_, 1);
        (write ? writes_ : reads_).prefetch(bank);
        state_.prefetch(bank);
    }

    Tick next_step() const { return next_step_; }
    bool has_requests() const { return reads_.size() + writes_.size() > 0 || !active_.empty(); }

    bool is_full(bool write) const { return (write ? writes_ : reads_).full(); }

    // False when certainly no write of the address waits.
    bool may_have_write(std::int64_t address) const { return writes_.may_contain(address); }

    bool has_writes() const { return writes_.size() > 0; }

    // No request is done earlier than this many ticks after its column command.
    Tick least_latency() const { return std::min(rules_.read_latency, rules_.write_latency); }

    DramCompletions& completions() { return completions_; }
    DramStatistics statistics() const {
        DramStatistics result = statistics_;
        result.row_hits = result.reads + result.writes - columns_after_others_;
        return result;
    }
    std::int64_t activates_of_bank(std::size_t bank) const { return activates_of_bank_[bank]; }

private:
    using Scheduler = typename Policies::Scheduler;
    using Page = typename Policies::Page;
    using Refresh = typename Policies::Refresh;
    // A request whose row was opened for it.
    struct ActiveRequest {
        std::uint64_t tag;
        std::uint32_t arrival;
        std::uint8_t bank;
        bool write;

        // Ticks of waiting requests are close together, so that their lower bits are enough.
        bool came_before(const ActiveRequest& other) const {
            return static_cast<std::int32_t>(arrival - other.arrival) < 0;
        }
    };
    using Places = RequestSet::Places;

    static Places bit(std::size_t index) { return Places{1} << index; }
    template <bool kWrite>
    RequestSet& queue_of() {
        return kWrite ? writes_ : reads_;
    }
    template <bool kWrite>
    const RequestSet& queue_of() const {
        return kWrite ? writes_ : reads_;
    }
    RequestSet& queue() { return *queue_; }

    // Those of the requests that may be ready which the scheduler considers. The others may be considered as soon as
    // one of these has left the queue: they are looked at again in the next tick.
    static Places eligible(const RequestSet& set, Places ready, Tick now, Tick& bound) {
        const Places considered = Scheduler::eligible(set, ready);
        if (considered != ready) bound = std::min(bound, now + 1);
        return considered;
    }

    void step(Tick now);
    void step_fully(Tick now);
    void step_on(Tick now);
    template <bool kWrite>
    void step_hits(Tick now);
    void finish_step(Tick now);
    void step_refreshing(bool sent, Tick now);
    void step_beside_refresh(bool sent, Tick now);
    bool waits(std::size_t bank) const;
    bool is_refreshed(std::size_t bank) const;
    bool is_stopped() const { return Refresh::kStopsChannel && !refreshes_.empty(); }
    void hide_refreshed_bank();
    Places waiting_for_refresh(const RequestSet& set) const;
    void add_refreshes(Tick now);
    bool try_active(Tick now);
    bool try_refresh(Tick now);
    Places banks_of(const DramRefresh& refresh) const;
    DramCommand command_for(const DramRefresh& refresh) const;
    void book_closing(Places banks);
    void book_refresh();
    template <bool kWrite>
    void try_column(Tick now);
    Places row_candidates(const RequestSet& set, Tick now, Tick& bound) const;
    void try_row(Tick now);
    void try_any(Tick now);
    bool next_mode() const {
        return reads_.size() == 0 ||
               (writing_ ? writes_.size() >= rules_.write_low : writes_.size() > rules_.write_high);
    }
    void check_mode() {
        turn_due_ = next_mode() != writing_;
        if (turn_due_) hits_only_until_ = 0;
    }
    template <bool kWrite>
    void check_mode_after_removal() {
        if (queue_of<kWrite>().size() < turn_below_) [[unlikely]]
            check_mode();
    }
    void choose_mode() {
        if (turn_due_) turn();
    }
    void turn();
    void expect_hit(std::size_t bank, Tick from);
    void expect_row_command(std::size_t bank, Tick from);
    template <bool kWrite>
    void send_hit(std::size_t place, std::size_t bank, BankPlace at, Tick now);
    template <bool kWrite>
    void send_activate(std::size_t place, Tick now);
    void send_precharge(std::size_t place, Tick now);
    void send_row_command(std::size_t place, std::size_t bank, Tick now);
    void send_hit_of_queue(std::size_t place, std::size_t bank, Tick now);
    template <bool kWrite>
    void send_column(std::size_t bank, BankPlace at, std::uint64_t tag, Tick now);
    void bank_closed(std::size_t bank);
    template <bool kWrite>
    void close_after_column(std::size_t bank, Tick now);
    bool is_wanted(std::size_t bank) const;
    template <bool kWrite>
    Tick earliest_hit() const;
    template <bool kWrite>
    Tick earliest_hit_in_busy_ranks(Tick now) const;
    template <bool kWrite>
    Places hits_in_ready_ranks(Tick now) const;
    template <bool kWrite>
    Places hits_in_ready_rank(std::size_t rank, Tick now) const {
        return queue_of<kWrite>().hits(rank) & static_cast<Places>((state_.rank_column(rank, kWrite) - now - 1) >> 63);
    }
    template <bool kWrite>
    Places hits_in_more_ready_ranks(Tick now) const;
    template <bool kWrite>
    Tick earliest_hit_in(std::size_t rank) const {
        return queue_of<kWrite>().hits(rank) != 0 ? state_.rank_column(rank, kWrite) : kNeverTick;
    }
    template <bool kWrite>
    Tick earliest_hit_in_more_ranks() const;
    void lower_row_bound(Tick tick) {
        row_bound_ = std::min(row_bound_, tick);
        hits_only_until_ = std::min(hits_only_until_, tick);
    }
    void lower_column_bound(Tick tick) { column_bound_ = std::min(column_bound_, tick); }
    void forget_bounds() { row_bound_ = column_bound_ = 0; }
    Tick earliest_row_command(std::size_t bank) const {
        return state_.is_open(bank) ? state_.earliest_precharge(bank) : state_.earliest_activate(bank);
    }

    // What every step looks at comes first and close together.
    const DramRules& rules_;
    Tick next_step_ = 1;        // a channel without reads turns to writes
    Tick hits_only_until_ = 0;  // before that tick only row hits of the queue can be sent; 0: not known
    Tick next_refresh_;

    // Lower bounds of the ticks at which a command can be sent: for active requests, for queued ones by kind, for
    // refreshes.
    Tick active_bound_ = kNeverTick;
    Tick column_bound_ = kNeverTick;
    Tick row_bound_ = kNeverTick;
    Tick refresh_bound_ = kNeverTick;

    RequestSet* queue_ = &reads_;  // that is worked on
    std::int32_t turn_below_ = 1;  // requests in it; it may be left when there are fewer
    bool writing_ = false;
    bool turn_due_ = true;  // from reads to writes, or back, before the next command for a request
    Places active_banks_ = 0;
    DramCompletions completions_;
    std::array<std::int64_t, DramSpec::kMaxBanks> activates_of_bank_{};
    DramStatistics statistics_;              // its row hits are counted as those of the column commands that are none:
    std::int64_t columns_after_others_ = 0;  // for whose request another command was sent before
    std::vector<ActiveRequest> active_;      // in the order of their activates
    DramState state_;
    RequestSet reads_, writes_;
    Ring<DramRefresh> refreshes_;  // that are due
    Refresh refresh_;
};

}  // namespace npusim

#include "channel_hits.hpp"
#include "channel_steps.hpp"
