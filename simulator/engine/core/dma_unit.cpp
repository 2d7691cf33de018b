#include "dma_unit.hpp"

namespace npusim {
namespace {

constexpr int kMaxBatch = 1 << 16;  // so that an interruption is noticed within a long transfer

}  // namespace

DmaUnit::DmaUnit(Unit unit, const EngineConfig& config, Memory& memory, CorePort& port, std::uint64_t tag)
    : UnitQueue(unit, config.queue_depth[index_of(unit)]),
      clock_(config.clock()),
      memory_(memory),
      port_(port),
      tag_(tag << kTagUnitShift),
      blocking_(traits_of(unit).blocking),
      setup_cycles_(config.dma_setup_cycles),
      requests_per_cycle_(config.dma_requests_per_cycle),
      bytes_per_cycle_(config.dma_bytes_per_cycle),
      request_bytes_(config.request_bytes),
      outstanding_(config.dma_outstanding_requests),
      edges_(clock_) {}

void DmaUnit::begin_launch(Time now, const Path& path) {
    reset(now, path);
    in_flight_.clear();
    first_in_flight_ = 0;
    released_ = 0;
    outstanding_.clear();
    active_ = nullptr;
    read_half_done_ = stalled_ = false;
    next_issue_ = kNever;
    edges_ = EdgeWalker(clock_);
    issued_in_cycle_ = bytes_in_cycle_ = 0;
}

Time DmaUnit::next_end() const {
    if (in_flight_.empty()) return kNever;
    const InFlight& first = in_flight_.front();
    return first.released != kNever && first.undated == 0 ? std::max(first.end, last_end_) : kNever;
}

bool DmaUnit::retire(Time now, UnitProgress& progress, const LaunchCounters& counters) {
    const std::size_t self = index_of(unit_);
    bool any = false;
    for (; next_release() <= now && released_ < in_flight_.size(); ++released_) {
        ++progress.released[self];
        progress.path_to_release[self] = in_flight_[released_].path;
        any = true;
    }
    for (Time end = next_end(); end <= now && !in_flight_.empty(); end = next_end()) {
        const InFlight& done = in_flight_.front();
        Path& path = progress.path_to_finish[self] = done.path;
        path.spend(done.rest, end);
        if (blocking_ && free_at_ == kNever &&
            in_flight_.size() == 1) {  // not an access to a tile before the one that blocks
            free_at_ = clock_.align(end);
            path_to_free_ = {path, 0};
            book_busy(done.number, free_at_ - done.start, counters);
        }
        book_end(done.number, done.start, end, counters);
        counters.usage->add(Usage::kRead, done.start, end, done.read_bytes);
        counters.usage->add(Usage::kWrite, done.start, end, done.write_bytes);
        if (released_ == 0) {
            ++progress.released[self];
            progress.path_to_release[self] = done.path;
        } else {
            --released_;
        }
        in_flight_.pop();
        ++first_in_flight_;
        ++progress.finished[self];
        any = true;
    }
    return any;
}

bool DmaUnit::start_ready(Time now, const UnitProgress& progress, const LaunchCounters& counters) {
    bool any = false;
    while (look(now, progress) == Head::ready) {
        start(queue_.front(), now, progress, counters);
        queue_.pop();
        any = true;
    }
    return any;
}

void DmaUnit::start(QueuedOperation& head, Time now, const UnitProgress& progress, const LaunchCounters& counters) {
    const Time start = clock_.align(now);
    const OperationPath path = book_start(head, free_at_, start, progress, counters);
    if (head.op->access == Access::none)
        start_access_to_tile(head, start, path, counters);
    else
        start_transfer(head, start, path, counters);
}

void DmaUnit::start_access_to_tile(const QueuedOperation& head, Time start, OperationPath path,
                                   const LaunchCounters& counters) {
    const std::int64_t cycle = clock_.cycle_at_or_after(start);
    free_at_ = clock_.edge(cycle + head.op->occupancy_cycles);
    book_busy(head.number, free_at_ - start, counters);
    path.work(cause_of(unit_), free_at_);
    path_to_free_ = path;
    in_flight_.push({head.number, start, clock_.edge(cycle + head.op->occupancy_cycles + head.op->latency_cycles), 0,
                     free_at_, path, cause_of(unit_)});
}

void DmaUnit::start_transfer(QueuedOperation& head, Time start, OperationPath path, const LaunchCounters& counters) {
    const std::int64_t setup = blocking_ ? head.op->occupancy_cycles : setup_cycles_;
    const Time first_issue = clock_.after(start, setup);
    const bool empty = head.transfer.empty();
    path.work(cause_of(unit_), first_issue);
    in_flight_.push({head.number, start, first_issue, 0, empty ? first_issue : kNever, path, Cause::memory});
    book_transfer(head, counters);
    if (empty) {
        free_at_ = first_issue;
        path_to_free_ = path;
        book_busy(head.number, free_at_ - start, counters);
        return;
    }
    if (head.transfer.blocks.empty())
        walker_.start(head.transfer.region, request_bytes_);
    else
        walker_.start(std::move(head.transfer.blocks));
    active_ = head.op;
    submitted_ = 0;
    issue_cycles_ = port_cycles_ = 0;
    free_at_ = kNever;
    move_edge(first_issue);
    wait_to_issue(first_issue);
}

void DmaUnit::book_transfer(const QueuedOperation& head, const LaunchCounters& counters) {
    MemoryStatistics& memory = counters.core->memory;
    const bool write = writes_memory(head.op->access);
    if (write) memory.write_payload_bytes += head.transfer.payload_bytes;
    if (!write || head.op->combine) memory.read_payload_bytes += head.transfer.payload_bytes;
}

// A combining write has read every request that it writes.
void DmaUnit::size_up(InFlight& transfer) const {
    const std::int64_t bytes = submitted_ * request_bytes_;
    if (writes_memory(active_->access)) transfer.write_bytes = active_->combine ? bytes / 2 : bytes;
    transfer.read_bytes = bytes - transfer.write_bytes;
}

void DmaUnit::move_edge(Time target) {
    if (target <= edges_.time()) return;
    edges_.advance_to(target);
    issued_in_cycle_ = 0;
    bytes_in_cycle_ = 0;
}

// False when only memory can make room.
bool DmaUnit::make_room() {
    if (!outstanding_.full()) return true;
    if (!outstanding_.has_dated()) return false;
    move_edge(outstanding_.release_first());
    return true;
}

void DmaUnit::issue(Time now, Time horizon, const LaunchCounters& counters) {
    const Operation& op = *active_;
    const std::int64_t before = submitted_;
    const bool begins_with_write = read_half_done_;
    issue_until(now, std::min(horizon, next_end()), counters);
    count_requests(op, submitted_ - before, begins_with_write, counters.core->memory);
}

void DmaUnit::issue_until(Time now, Time horizon, const LaunchCounters& counters) {
    InFlight& transfer = in_flight_.back();
    const std::uint64_t tag = tag_ | ((first_in_flight_ + in_flight_.size() - 1) & kTagTransferMask);
    const bool is_limited = port_.is_limited();
    for (int i = 0; i < kMaxBatch; ++i) {
        if (!make_room()) return stall();
        const Time time = edges_.time();
        if (time > now && time >= horizon) break;
        if (is_limited && !port_.has_room(place_of(unit_), time)) {
            ++port_cycles_;
            next_cycle();
            continue;
        }
        if (!submit(transfer, tag, time)) return stall();
        if (is_limited) port_.use(place_of(unit_));
        if (transfer.undated > 0) horizon = std::min(horizon, memory_.next_event());
        use_issue_slot();
        if (walker_.done()) return finish_issue(time, counters);
    }
    wait_to_issue(edges_.time());
}

// The next request goes out at `time`, or as soon as the port has room for it.
void DmaUnit::wait_to_issue(Time time) {
    next_issue_ = time;
    if (port_.is_limited()) port_.want(place_of(unit_), time);
}

// Until memory calls.
void DmaUnit::stall() {
    stalled_ = true;
    wait_to_issue(kNever);
}

// False when memory refused.
inline bool DmaUnit::submit(InFlight& transfer, std::uint64_t tag, Time now) {
    const bool writes = writes_memory(active_->access) && (!active_->combine || read_half_done_);
    const Ticket ticket = memory_.submit({walker_.address(), writes, tag}, now);
    if (!ticket.accepted) return false;
    if (ticket.done == kNever) {
        ++transfer.undated;
        outstanding_.add_undated();
    } else {
        transfer.end = std::max(transfer.end, ticket.done);
        outstanding_.add(ticket.done);
    }
    ++submitted_;
    read_half_done_ = active_->combine && !writes;
    if (!read_half_done_) walker_.pop();
    return true;
}

// A combining write reads and writes in turns.
void DmaUnit::count_requests(const Operation& op, std::int64_t requests, bool begins_with_write,
                             MemoryStatistics& statistics) const {
    std::int64_t writes = writes_memory(op.access) ? requests : 0;
    if (op.combine) writes = (requests + (begins_with_write ? 1 : 0)) / 2;
    const std::int64_t reads = requests - writes;
    statistics.write_requests += writes;
    statistics.write_bytes += writes * request_bytes_;
    statistics.read_requests += reads;
    statistics.read_bytes += reads * request_bytes_;
}

inline void DmaUnit::use_issue_slot() {
    ++issued_in_cycle_;
    bytes_in_cycle_ += request_bytes_;
    if (issued_in_cycle_ < requests_per_cycle_ && bytes_in_cycle_ < bytes_per_cycle_) return;
    const std::int64_t cycles = bytes_in_cycle_ < 2 * bytes_per_cycle_ ? 1 : bytes_in_cycle_ / bytes_per_cycle_;
    edges_.step(cycles);
    issue_cycles_ += cycles;
    issued_in_cycle_ = 0;
    bytes_in_cycle_ = std::max<std::int64_t>(0, bytes_in_cycle_ - cycles * bytes_per_cycle_);
}

void DmaUnit::next_cycle() {
    edges_.step();
    issued_in_cycle_ = 0;
    bytes_in_cycle_ = 0;
}

// The engine takes its next transfer on the next clock edge; the scalar unit waits for the answer first.
void DmaUnit::finish_issue(Time now, const LaunchCounters& counters) {
    InFlight& transfer = in_flight_.back();
    wait_to_issue(kNever);
    size_up(transfer);
    active_ = nullptr;
    transfer.released = now;
    book_issue(transfer.path, now);
    if (blocking_) return;
    if (edges_.time() <= now) next_cycle();
    transfer.released = free_at_ = edges_.time();
    transfer.path.work(cause_of(unit_), free_at_);
    path_to_free_ = transfer.path;
    wake_ = queue_.empty() ? kNever : free_at_;
    book_busy(transfer.number, free_at_ - transfer.start, counters);
}

// Of the time since its start, what neither the engine nor the port took is time in which memory had no room.
void DmaUnit::book_issue(OperationPath& path, Time now) const {
    const Time start = path.end;
    const Time issuing = clock_.edge(issue_cycles_), moving = clock_.edge(port_cycles_);
    path.work(Cause::memory, std::max(start, now - issuing - moving));
    path.work(Cause::port, std::max(start, now - issuing));
    path.work(cause_of(unit_), now);
}

void DmaUnit::complete(std::span<const Completion> completions) {
    InFlight& transfer = in_flight_[(completions.front().tag - first_in_flight_) & kTagTransferMask];
    transfer.undated -= static_cast<std::int64_t>(completions.size());
    for (const Completion& completion : completions) {
        transfer.end = std::max(transfer.end, completion.done);
        outstanding_.date(completion.done);  // which may lie ahead
    }
}

bool DmaUnit::retry(Time now) {
    if (!stalled_) return false;
    stalled_ = false;
    move_edge(clock_.align(now));
    wait_to_issue(edges_.time());
    return true;
}

}  // namespace npusim
