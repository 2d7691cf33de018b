// A core's systolic arrays, vector unit and cross-lane unit: pipelines whose times are known when an operation starts.
#pragma once

#include "../model/config.hpp"
#include "unit_queue.hpp"

namespace npusim {

// The distribution of an operation's folds over a core's arrays: `full_rounds` folds per array, then a last fold with
// fewer rows (0: none).
struct FoldShare {
    std::int64_t full_rounds;
    std::int64_t last_rows;
};

FoldShare share_folds(std::int64_t folds, std::int64_t streamed_rows, std::int64_t arrays);

class ComputeUnit : public UnitQueue {
public:
    ComputeUnit(Unit unit, const EngineConfig& config)
        : UnitQueue(unit, config.queue_depth[index_of(unit)]),
          clock_(config.clock()),
          arrays_(config.arrays),
          fold_stall_(config.fold_stall_cycles) {}

    void begin_launch(Time now, const Path& path);

    // Counts operations that have read their inputs, and those whose results are there, at `now`; true when there was
    // one.
    bool retire(Time now, UnitProgress& progress, const LaunchCounters& counters);

    // Starts the operations that can start; true when one did (so that its place in the queue is free).
    bool start_ready(Time now, const UnitProgress& progress, const LaunchCounters& counters);

    // When something happens. Times at which an operation is done are known beforehand, so they are an event only when
    // they are `awaited`.
    Time next_event(bool awaited) const { return awaited ? std::min(wake_, next_step_) : wake_; }

    // Whether retire() has something to count.
    bool is_due(Time now) const { return next_step_ <= now; }
    bool idle() const { return queue_.empty() && in_flight_.empty(); }

private:
    struct InFlight {
        std::uint32_t number;
        Time start;
        Time released;  // its inputs have been read
        Time end;
        Path path;  // to where it is released
    };

    void find_next_step();

    void start(const QueuedOperation& head, Time now, const UnitProgress& progress, const LaunchCounters& counters);
    Time start_pipeline(const QueuedOperation& head, Time start, std::int64_t cycle, OperationPath& path,
                        const LaunchCounters& counters);
    Time start_array(const QueuedOperation& head, Time start, std::int64_t cycle, OperationPath& path,
                     const LaunchCounters& counters);

    Clock clock_;
    std::int64_t arrays_;
    std::int64_t fold_stall_;
    Ring<InFlight> in_flight_;
    std::size_t released_ = 0;  // how many of them have read their inputs
    Time next_step_ = kNever;   // when the next one has, or is done
    Time busy_until_ = 0;
    Path path_to_busy_end_;  // to `busy_until_`
};

}  // namespace npusim
