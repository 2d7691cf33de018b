// The systolic arrays of a core, its vector unit and its cross-lane unit: pipelines whose times are known when an operation starts.
#pragma once

#include "../model/config.hpp"
#include "unit_queue.hpp"

namespace npusim {

// How the folds of an operation take the arrays of a core: `full_rounds` folds per array, then a last one with fewer rows (0: none).
struct FoldShare {
    std::int64_t full_rounds;
    std::int64_t last_rows;
};

FoldShare share_folds(std::int64_t folds, std::int64_t streamed_rows, std::int64_t arrays);

class ComputeUnit : public UnitQueue {
public:
    ComputeUnit(Unit unit, const EngineConfig& config)
        : UnitQueue(unit, config.queue_depth[index_of(unit)]), clock_(config.clock()), arrays_(config.arrays) {}

    void begin_launch(Time now);

    // Counts operations whose results are there at `now` into `finished`; true when there was one.
    bool retire(Time now, UnitCounts& finished, const LaunchCounters& counters);

    // Starts the operations that can start; true when one did (so that its place in the queue is free).
    bool start_ready(Time now, const UnitCounts& finished, const LaunchCounters& counters);

    Time next_event() const { return in_flight_.empty() ? wake_ : std::min(wake_, in_flight_.front().end); }
    bool idle() const { return queue_.empty() && in_flight_.empty(); }

private:
    struct InFlight {
        std::uint32_t number;
        Time start;
        Time end;
    };

    void start(const QueuedOperation& head, Time now, const LaunchCounters& counters);
    Time start_pipeline(const QueuedOperation& head, Time start, const LaunchCounters& counters);
    Time start_array(const QueuedOperation& head, Time start, const LaunchCounters& counters);

    Clock clock_;
    std::int64_t arrays_;
    Ring<InFlight> in_flight_;
    Time busy_until_ = 0;
};

}  // namespace npusim
