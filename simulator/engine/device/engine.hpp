// The engine that Python sees: launches in submission order, on a worker thread or on the caller's; the simulated
// clock; the results.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "../measures/statistics.hpp"
#include "../model/config.hpp"
#include "known_launches.hpp"
#include "launch.hpp"
#include "launch_runner.hpp"
#include "look_ahead.hpp"

namespace npusim {

struct Progress {
    std::int64_t launches_submitted;
    std::int64_t launches_finished;
    std::int64_t records;
    Time simulated;
};

// Threads that simulate ahead while the program waits, by the processors that this process may use and
// OMP_NUM_THREADS.
std::size_t usual_threads_ahead();

class Engine {
public:
    explicit Engine(const EngineConfig& config, std::size_t threads_ahead = usual_threads_ahead());
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // Queues a launch for the worker; returns its number. Throws what an earlier launch failed with.
    std::int64_t submit(Launch launch);

    // Runs a launch on the calling thread, as long as `interrupted` says no (asked now and then). No other launch may
    // be queued or running: call wait() first.
    std::int64_t run_here(Launch launch, std::function<bool()> interrupted);

    // Waits until nothing is queued or running, at most `limit`; true when that is so. Throws what a launch failed
    // with.
    bool wait(std::chrono::milliseconds limit);

    // Drops queued launches, stops the running one and waits until it has stopped.
    void cancel();

    std::vector<std::shared_ptr<const LaunchResult>> take_results();
    Progress progress() const;
    Time stream_ready(std::int64_t stream) const;
    Time device_ready() const;

    // False in a forked child: the worker thread is not there, and not even the destructor may run.
    bool is_of_this_process() const;

private:
    void start_worker();
    void work();
    void run(Launch& launch);
    std::shared_ptr<LaunchResult> repeated(const KnownLaunches::Key& key, const Launch& launch);
    std::optional<KnownLaunches::Known> known_of(const KnownLaunches::Key& key, const Launch& launch);
    std::optional<KnownLaunches::Key> key_of(const Launch& launch) const;
    void check_known(const Launch& launch) const;
    void throw_failure(std::unique_lock<std::mutex>& lock);
    void check_process() const;

    const EngineConfig config_;
    std::atomic<bool> cancelled_{false};
    LaunchRunner runner_;  // only touched by whoever runs a launch whose turn it is

    mutable std::mutex mutex_;  // of what follows, up to the atomic counters
    std::condition_variable changed_;
    std::deque<Launch> queue_;
    KnownLaunches known_;
    LookAhead look_ahead_;
    bool running_ = false;
    bool stopping_ = false;
    std::exception_ptr failure_;
    std::vector<std::shared_ptr<const LaunchResult>> results_;
    std::map<std::int64_t, Time> streams_;
    Time device_ready_ = 0;
    std::int64_t submitted_ = 0;
    std::int64_t finished_ = 0;

    std::atomic<std::int64_t> records_done_{0};
    std::atomic<Time> simulated_{0};
    const std::int64_t process_;
    std::thread worker_;
};

}  // namespace npusim
