// A DMA engine (load, store), and the scalar unit, whose DRAM accesses are transfers that block it.
#pragma once

#include <span>

#include "../memory/memory.hpp"
#include "../model/config.hpp"
#include "outstanding.hpp"
#include "port.hpp"
#include "unit_queue.hpp"

namespace npusim {

class DmaUnit : public UnitQueue {
public:
    // `tag` is the unit's number in its requests' tags.
    DmaUnit(Unit unit, const EngineConfig& config, Memory& memory, CorePort& port, std::uint64_t tag);

    void begin_launch(Time now, const Path& path);
    bool retire(Time now, UnitProgress& progress, const LaunchCounters& counters);
    bool start_ready(Time now, const UnitProgress& progress, const LaunchCounters& counters);

    // Whether issue() has something to do at `now`.
    bool wants_to_issue(Time now) const { return next_issue_ <= now; }

    // Issues requests from `now` on, up to but not including `horizon`, when something else happens.
    void issue(Time now, Time horizon, const LaunchCounters& counters);

    // Requests of one transfer, and so of one tag, were done.
    void complete(std::span<const Completion> completions);

    // Memory may have room again; true when the engine waited for that.
    bool retry(Time now);

    Time next_event(bool awaited) const {
        const Time next = std::min({wake_, next_issue_, next_end()});
        return awaited ? std::min(next, next_release()) : next;
    }
    bool idle() const { return queue_.empty() && in_flight_.empty(); }

private:
    struct InFlight {
        std::uint32_t number;
        Time start;
        Time end;              // so far: of the requests whose end is known
        std::int64_t undated;  // requests whose end is not known yet
        Time released;         // all requests have been issued: what they write has left the scratchpad; kNever before
        OperationPath path;    // to its start, then to its release
        Cause rest;            // what the time from there to its end is spent on
        std::int64_t read_bytes = 0, write_bytes = 0;  // of its requests
    };

    Time next_end() const;
    Time next_release() const { return released_ < in_flight_.size() ? in_flight_[released_].released : kNever; }
    void start(QueuedOperation& head, Time now, const UnitProgress& progress, const LaunchCounters& counters);
    void start_transfer(QueuedOperation& head, Time start, OperationPath path, const LaunchCounters& counters);
    void start_access_to_tile(const QueuedOperation& head, Time start, OperationPath path,
                              const LaunchCounters& counters);
    void book_transfer(const QueuedOperation& head, const LaunchCounters& counters);
    void size_up(InFlight& transfer) const;
    bool make_room();
    void issue_until(Time now, Time horizon, const LaunchCounters& counters);
    bool submit(InFlight& transfer, std::uint64_t tag, Time now);
    void count_requests(const Operation& op, std::int64_t requests, bool begins_with_write,
                        MemoryStatistics& statistics) const;
    void wait_to_issue(Time time);
    void stall();
    void use_issue_slot();
    void next_cycle();
    void move_edge(Time target);
    void finish_issue(Time now, const LaunchCounters& counters);
    void book_issue(OperationPath& path, Time now) const;

    Clock clock_;
    Memory& memory_;
    CorePort& port_;
    std::uint64_t tag_;
    bool blocking_;
    std::int64_t setup_cycles_;
    std::int64_t requests_per_cycle_;
    std::int64_t bytes_per_cycle_;
    std::int64_t request_bytes_;

    Ring<InFlight> in_flight_;
    std::uint64_t first_in_flight_ = 0;  // running number of in_flight_.front()
    std::size_t released_ = 0;           // how many of them have been issued
    OutstandingRequests outstanding_;

    // the transfer being issued
    RequestWalker walker_;
    const Operation* active_ = nullptr;
    std::int64_t submitted_ = 0;   // its requests so far
    bool read_half_done_ = false;  // of a combining write
    bool stalled_ = false;         // until memory calls
    Time next_issue_ = kNever;
    std::int64_t issue_cycles_ = 0;  // in which requests left
    std::int64_t port_cycles_ = 0;   // in which more would have left, had the core's port had room

    EdgeWalker edges_;
    std::int64_t issued_in_cycle_ = 0;
    std::int64_t bytes_in_cycle_ = 0;
};

}  // namespace npusim
