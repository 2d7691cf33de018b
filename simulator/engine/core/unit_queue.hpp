// The base of all units: a bounded in-order queue, the waits of its head, and operations that read their inputs and
// finish in order.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../measures/statistics.hpp"
#include "../model/program.hpp"
#include "../model/ring.hpp"
#include "scoreboard.hpp"
#include "transfer.hpp"

namespace npusim {

struct QueuedOperation {
    const Operation* op = nullptr;
    std::uint32_t number = 0;  // in the operation table
    Time enqueued = 0;
    Path path;  // of the front end, to where it queued the operation
    Dependences dependences;
    Transfer transfer;
};

// The counters of a core's units.
struct LaunchCounters {
    CoreStatistics* core = nullptr;
    OperationStatistics* operations = nullptr;
    Timeline* timeline = nullptr;
    Usage* usage = nullptr;
    std::int64_t core_number = 0;
    Time launch_start = 0;  // times within a launch are counted from it
};

class UnitQueue {
public:
    UnitQueue(Unit unit, std::int64_t depth) : unit_(unit), depth_(static_cast<std::size_t>(depth)) {}

    bool full() const { return queue_.size() >= depth_; }
    std::size_t waiting() const { return queue_.size(); }

    // The units that the head waits for.
    UnitSet waits_for() const { return waits_for_; }

    // A place at the end of the queue, to be filled in.
    QueuedOperation& enqueue(Time now, const Path& path) {
        QueuedOperation& slot = queue_.push_slot();
        slot.enqueued = now;
        slot.path = path;
        slot.path.operation = PathLog::kNone;
        slot.path.spend(Cause::front_end, now);
        return slot;
    }

    // To the start of the operation that was started last.
    const Path& path_to_start() const { return path_to_start_; }

    // Takes back what enqueue() gave, when filling it in failed or for a fresh start.
    void forget_waiting() { queue_.clear(); }

protected:
    enum class Head { none, unit_taken, waits, ready };

    // Whether the head of the queue can start at `now`, and if not, why.
    Head look(Time now, const UnitProgress& progress) {
        wake_ = kNever;
        waits_for_ = 0;
        if (queue_.empty()) return Head::none;
        if (free_at_ > now) {
            wake_ = free_at_;
            return Head::unit_taken;
        }
        const Dependences& dependences = queue_.front().dependences;
        const UnitSet data = data_ready_at_ == kNever ? dependences.data.missing(progress.finished) : 0;
        if (data == 0) data_ready_at_ = std::min(data_ready_at_, now);
        waits_for_ = data | dependences.anti.missing(progress.released) | dependences.output.missing(progress.finished);
        return waits_for_ == 0 ? Head::ready : Head::waits;
    }

    // Books what the head waited for until `start`; `unit_free` is when the unit could have taken it. Gives its path.
    OperationPath book_start(const QueuedOperation& head, Time unit_free, Time start, const UnitProgress& progress,
                             const LaunchCounters& counters) {
        UnitStatistics& statistics = counters.core->units[index_of(unit_)];
        const Time since = std::max(head.enqueued, unit_free);
        const Time data = std::clamp(data_ready_at_, since, std::max(since, start));
        statistics.wait_unit_ps += since - head.enqueued;
        statistics.wait_data_ps += data - since;
        statistics.wait_slot_ps += std::max(start, since) - data;
        OperationStatistics& operation = counters.operations[head.number];
        operation.wait_data_ps += data - since;
        operation.wait_slot_ps += std::max(start, since) - data;
        operation.count += 1;
        statistics.operations += 1;
        statistics.arithmetic_operations += head.op->arithmetic_operations;
        data_ready_at_ = kNever;
        return find_path_to_start(head, start, std::max(start, since) - data, progress);
    }

    // The last of what the head waited for: its unit, the front end, results, buffer copies. What the operation before
    // lost for want of a copy, and has not yet accounted for, this one lost as well when it comes right after it.
    OperationPath find_path_to_start(const QueuedOperation& head, Time start, Time slot_wait,
                                     const UnitProgress& progress) {
        const Dependences& dependences = head.dependences;
        const Path* last = &later(path_to_free_, head.path);
        for_each_unit(dependences.data.units | dependences.output.units,
                      [&](std::size_t u) { last = &later(*last, progress.path_to_finish[u]); });
        for_each_unit(dependences.anti.units,
                      [&](std::size_t u) { last = &later(*last, progress.path_to_release[u]); });
        if (last == &path_to_free_) slot_wait = std::max(slot_wait, path_to_free_.slot_wait);
        path_to_start_ = *last;
        path_to_start_.operation = head.number;
        path_to_start_.spend(cause_of(unit_), start);
        return {path_to_start_, slot_wait};
    }

    void book_busy(std::uint32_t number, Time busy, const LaunchCounters& counters) {
        counters.core->units[index_of(unit_)].busy_ps += busy;
        counters.operations[number].busy_ps += busy;
    }

    void book_end(std::uint32_t number, Time start, Time end, const LaunchCounters& counters) {
        const Time since = std::max(start, last_end_), active = std::max<Time>(0, end - since);
        counters.core->units[index_of(unit_)].active_ps += active;
        counters.usage->add(Usage::kUnit + index_of(unit_), since, end, active);
        last_end_ = std::max(last_end_, end);
        const Time origin = counters.launch_start;
        counters.timeline->add(
            {counters.core_number, static_cast<std::int64_t>(unit_), number, origin + start, origin + end});
    }

    // To the state at the beginning of a launch.
    void reset(Time now, const Path& path) {
        path_to_free_ = {path, 0};
        path_to_start_ = path;
        queue_.clear();
        free_at_ = now;
        wake_ = kNever;
        waits_for_ = 0;
        last_end_ = now;
        data_ready_at_ = kNever;
    }

    Unit unit_;
    std::size_t depth_;
    Ring<QueuedOperation> queue_;
    Time free_at_ = 0;    // when the next operation may start
    Time wake_ = kNever;  // when to look at the head again, if nothing else happens
    UnitSet waits_for_ = 0;
    Time last_end_ = 0;            // of the last finished operation
    Time data_ready_at_ = kNever;  // when the head's data were first seen to be there
    OperationPath path_to_free_;   // to `free_at_`
    Path path_to_start_;
};

}  // namespace npusim
