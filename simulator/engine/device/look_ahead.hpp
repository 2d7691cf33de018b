// Simulates queued launches before it is their turn, on threads and devices of its own, while the program does nothing
// but wait for them.
//
// A launch takes as long on its own as behind others, where memory keeps nothing between launches: one of equal
// launches is simulated here, and its result waits for the worker. Half of the threads take launches from the end of
// the queue: a model's last kernel is often its longest.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "../model/config.hpp"
#include "known_launches.hpp"
#include "launch.hpp"

namespace npusim {

class LookAhead {
public:
    // `mutex` guards all of this, the launches queued behind the one that the worker runs, and what is known; `changed`
    // tells about them. `threads`: at most so many; 0 for none.
    LookAhead(const EngineConfig& config, const std::atomic<bool>& cancelled, std::size_t threads, std::mutex& mutex,
              std::condition_variable& changed, const std::deque<Launch>& queue, const KnownLaunches& known);
    ~LookAhead();
    LookAhead(const LookAhead&) = delete;
    LookAhead& operator=(const LookAhead&) = delete;

    using Lock = std::unique_lock<std::mutex>;
    using Key = KnownLaunches::Key;
    using Known = KnownLaunches::Known;

    // The program begins and ends to wait. In between, launches are simulated ahead.
    void begin_waiting(const Lock&);
    void end_waiting(const Lock&) { --waiting_; }

    // The worker's turn has come to a launch: waits until no such launch is simulated here, and none will be until
    // release(). Returns what has been found here. `key` has to live until then.
    std::optional<Known> claim(Lock& lock, const Key& key);
    void release(const Lock&);

    // Launches were dropped: waits until nothing is simulated here, and forgets the results. `cancelled` has to be set,
    // so that it does not take long.
    void forget(Lock& lock);

private:
    struct Result {
        std::int64_t launch_id;
        Known known;
    };

    void work(bool from_end);
    std::optional<Launch> next_launch(bool from_end);
    bool is_new(const Launch& launch) const;
    bool is_full(std::int64_t first);

    static constexpr std::size_t kMostResults = 64;

    const EngineConfig& config_;
    const std::atomic<bool>& cancelled_;
    const std::size_t most_threads_;
    std::mutex& mutex_;
    std::condition_variable& changed_;
    const std::deque<Launch>& queue_;
    const KnownLaunches& known_;

    std::condition_variable may_begin_;  // of the threads here, which need not hear of each launch that ends
    const Key* of_worker_ = nullptr;     // what the worker simulates
    std::set<Key> simulated_now_;        // what is simulated here
    std::map<Key, Result> results_;      // of launches to which the worker has not come yet
    std::int64_t seen_ = 0;              // launches before this one have been looked at,
    std::int64_t seen_from_end_ = 0;     // and those from this one
    std::int64_t end_ = 0;               // to the one before this, which was the last one
    int waiting_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

// Whether a launch takes as long on its own as behind others, on this machine.
bool launches_are_independent(const EngineConfig& config);

// The key of a launch on such a machine; nothing where its time may depend on more than its arguments.
std::optional<KnownLaunches::Key> key_without_memory(const Launch& launch);

}  // namespace npusim
