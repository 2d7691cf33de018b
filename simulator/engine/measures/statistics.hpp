// Statistics of a launch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../model/program.hpp"
#include "../model/tensors.hpp"
#include "../model/time.hpp"
#include "counters.hpp"
#include "counts.hpp"
#include "critical_path.hpp"
#include "usage.hpp"

namespace npusim {

struct UnitStatistics {
    std::int64_t operations = 0;
    Time busy_ps = 0;       // occupied
    Time active_ps = 0;     // at least one operation between its start and its end
    Time wait_data_ps = 0;  // free, the next operation waits for a result
    Time wait_slot_ps = 0;  // free, the next operation has its data and waits for a buffer copy
    Time wait_unit_ps = 0;  // summed over operations: queued behind earlier operations of the unit
    std::int64_t arithmetic_operations = 0;

    static constexpr auto counts() {
        using S = UnitStatistics;
        return std::to_array<Count<S>>({{"operations", &S::operations},
                                        {"busy_ps", &S::busy_ps},
                                        {"active_ps", &S::active_ps},
                                        {"wait_data_ps", &S::wait_data_ps},
                                        {"wait_slot_ps", &S::wait_slot_ps},
                                        {"wait_unit_ps", &S::wait_unit_ps},
                                        {"arithmetic_operations", &S::arithmetic_operations}});
    }
};

struct MemoryStatistics {
    std::int64_t read_requests = 0;
    std::int64_t write_requests = 0;
    std::int64_t read_bytes = 0;
    std::int64_t write_bytes = 0;
    std::int64_t read_payload_bytes = 0;
    std::int64_t write_payload_bytes = 0;

    static constexpr auto counts() {
        using S = MemoryStatistics;
        return std::to_array<Count<S>>({{"read_requests", &S::read_requests},
                                        {"write_requests", &S::write_requests},
                                        {"read_bytes", &S::read_bytes},
                                        {"write_bytes", &S::write_bytes},
                                        {"read_payload_bytes", &S::read_payload_bytes},
                                        {"write_payload_bytes", &S::write_payload_bytes}});
    }
};

struct ArrayStatistics {
    std::int64_t folds = 0;
    std::int64_t streamed_rows = 0;
    Time weight_exposed_ps = 0;

    static constexpr auto counts() {
        using S = ArrayStatistics;
        return std::to_array<Count<S>>(
            {{"folds", &S::folds}, {"streamed_rows", &S::streamed_rows}, {"weight_exposed_ps", &S::weight_exposed_ps}});
    }
};

struct OperationStatistics {
    std::int64_t count = 0;
    Time busy_ps = 0;
    Time wait_data_ps = 0;  // as those of its unit
    Time wait_slot_ps = 0;
};

struct CoreStatistics {
    std::array<UnitStatistics, kUnits> units;
    MemoryStatistics memory;
    ArrayStatistics array;
};

struct Event {
    std::int64_t core;
    std::int64_t unit;
    std::int64_t operation;
    Time start;
    Time end;
};

// Keeps at most `capacity` events, evenly sampled: when full, every second event is dropped and from then on only every
// 2^k-th is kept.
class Timeline {
public:
    explicit Timeline(std::int64_t capacity) : capacity_(static_cast<std::size_t>(capacity)) {}
    Timeline(std::int64_t capacity, std::int64_t seen, std::int64_t stride, std::vector<Event> events)
        : capacity_(static_cast<std::size_t>(capacity)), events_(std::move(events)), stride_(stride), seen_(seen) {}

    void add(const Event& event) {
        if (capacity_ == 0) return;
        const std::int64_t number = seen_++;
        if ((number & (stride_ - 1)) == 0) keep(event);
    }

    // Moves every event by `delay`.
    void shift(Time delay) {
        for (Event& event : events_) event.start += delay, event.end += delay;
    }

    const std::vector<Event>& events() const { return events_; }
    std::int64_t capacity() const { return static_cast<std::int64_t>(capacity_); }
    std::int64_t seen() const { return seen_; }
    std::int64_t stride() const { return stride_; }
    std::int64_t dropped() const { return seen_ - static_cast<std::int64_t>(events_.size()); }

private:
    void keep(const Event& event);

    std::size_t capacity_;
    std::vector<Event> events_;
    std::int64_t stride_ = 1;  // a power of two
    std::int64_t seen_ = 0;
};

struct LaunchResult {
    explicit LaunchResult(std::int64_t timeline_capacity) : timeline(timeline_capacity) {}

    std::int64_t launch_id = 0;
    std::int64_t stream = 0;
    std::shared_ptr<const Program> program;
    Time start = 0;
    Time end = 0;
    std::int64_t cycles = 0;
    std::int64_t records = 0;
    bool complete = false;
    std::vector<CoreStatistics> cores;
    std::vector<OperationStatistics> operations;
    Path path;                                                 // critical, to the end
    std::vector<std::array<Time, kCauses>> path_by_operation;  // when asked for
    CounterSheet counters;
    std::vector<TensorUse> tensors;
    Usage usage;
    Timeline timeline;
};

}  // namespace npusim
