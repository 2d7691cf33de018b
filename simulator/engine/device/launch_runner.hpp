// A device and what it takes to simulate launches on it, one after the other; for one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "../core/record.hpp"
#include "../measures/statistics.hpp"
#include "../model/config.hpp"
#include "device.hpp"
#include "launch.hpp"

namespace npusim {

class LaunchRunner {
public:
    // `cancelled` ends launches early. `simulated` is called now and then with the number of records that were
    // simulated since its last call.
    LaunchRunner(const EngineConfig& config, const std::atomic<bool>& cancelled,
                 std::function<void(std::size_t)> simulated = {});

    // Simulates a launch, or a part of it: then its result is not complete, and `failure` is what it failed with, if it
    // was not ended early.
    std::shared_ptr<LaunchResult> run(Launch& launch, std::exception_ptr& failure);

    // Launches end early once this says yes (asked now and then); null: only when they are cancelled.
    void set_interrupted(std::function<bool()> interrupted) { interrupted_ = std::move(interrupted); }

    Device& device() { return device_; }
    const Device& device() const { return device_; }

private:
    void simulate(Launch& launch, LaunchResult& result);
    void consume(const Record* records, std::size_t count);
    void throw_if_stopped() const;

    const std::int64_t timeline_events_;
    const std::atomic<bool>& cancelled_;
    const std::function<void(std::size_t)> simulated_;
    std::function<bool()> interrupted_;
    Time leave_after_ = kNever;
    Device device_;
    std::vector<Record> trace_buffer_;
};

}  // namespace npusim
