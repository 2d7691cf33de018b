// The machine: cores and memory in one event loop. One launch at a time; no threads here.
//
// Within a launch time and the clock's edges are counted from the launch's start, so a kernel takes the same cycles
// whenever it starts.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "../core/core.hpp"
#include "../measures/statistics.hpp"
#include "../memory/memory.hpp"
#include "../model/config.hpp"

namespace npusim {

class Device {
public:
    // `cancelled` is looked at between events; Interrupted is thrown when it is set.
    Device(const EngineConfig& config, const std::atomic<bool>& cancelled);

    // Begins a launch on `tensors` at `earliest`, or when the launch before it has ended. `result` gets the counts; it
    // must outlive the launch.
    void begin_launch(LaunchResult& result, const std::vector<TensorSpan>& tensors, Time earliest);

    // Takes the next records in program order and simulates as far as needed to take them all.
    void consume(const Record* records, std::size_t count);

    // Simulates to the end of the launch.
    void finish_launch();

    // Ends the launch where it is, with the statistics so far.
    void abandon_launch();

    // Appends what a launch on `tensors` would find in memory, as Memory does.
    bool describe(const std::vector<TensorSpan>& tensors, std::vector<std::int64_t>& words) const {
        return memory_->describe(tensors, words);
    }

    // What the launch that has ended has changed in memory; null when it need not take as long again.
    std::shared_ptr<const LaunchEffect> effect() const { return memory_->effect(); }

    // A launch that takes as long as one before, which had this effect: begins and ends it, without simulating.
    // `result` has the counts of that one, and gets its own times. Does nothing and says false when it may take another
    // time.
    bool repeat_launch(LaunchResult& result, const std::vector<TensorSpan>& tensors, const LaunchEffect& effect,
                       Time earliest);

    // Since the beginning of the simulation.
    Time now() const { return launch_start_ + now_; }

private:
    struct NextEvent {
        std::size_t core = 0;
        Unit unit = Unit::load;
        Time time = kNever;
        Time horizon = kNever;  // when the event after it happens
    };

    NextEvent next_event() const;
    void step();
    void advance_memory(Time time);
    void check_record(const Record& record, std::int64_t number) const;
    void take(const Record& record);
    bool idle() const;
    void run_until_idle();
    Path path_to_last() const;
    void close_launch();

    EngineConfig config_;
    Clock clock_;
    const std::atomic<bool>& cancelled_;
    std::unique_ptr<Memory> memory_;
    std::vector<std::unique_ptr<Core>> cores_;
    std::vector<Completion> delivered_;
    PathLog path_log_;
    LaunchResult* launch_ = nullptr;
    std::size_t pending_limit_;
    Time launch_start_ = 0;
    Time now_ = 0;  // since launch_start_
};

struct Interrupted {};

}  // namespace npusim
