#include "look_ahead.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>

#include "launch_runner.hpp"

namespace npusim {

LookAhead::LookAhead(const EngineConfig& config, const std::atomic<bool>& cancelled, std::size_t threads,
                     std::mutex& mutex, std::condition_variable& changed, const std::deque<Launch>& queue,
                     const KnownLaunches& known)
    : config_(config),
      cancelled_(cancelled),
      most_threads_(launches_are_independent(config) ? threads : 0),
      mutex_(mutex),
      changed_(changed),
      queue_(queue),
      known_(known) {}

LookAhead::~LookAhead() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    may_begin_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void LookAhead::begin_waiting(const Lock&) {
    ++waiting_;
    if (queue_.size() < 2) return;  // the worker is about to take the only one
    while (threads_.size() < most_threads_) {
        const bool from_end = threads_.size() % 2 == 1;
        threads_.emplace_back([this, from_end] { work(from_end); });
    }
    may_begin_.notify_all();
}

std::optional<KnownLaunches::Known> LookAhead::claim(Lock& lock, const Key& key) {
    changed_.wait(lock, [&] { return simulated_now_.empty() || !simulated_now_.contains(key); });
    of_worker_ = &key;
    const auto found = results_.find(key);
    if (found == results_.end()) return std::nullopt;
    if (results_.size() + simulated_now_.size() >= kMostResults) may_begin_.notify_all();
    std::optional<Known> known(std::move(found->second.known));
    results_.erase(found);
    return known;
}

void LookAhead::release(const Lock&) { of_worker_ = nullptr; }

void LookAhead::forget(Lock& lock) {
    changed_.wait(lock, [this] { return simulated_now_.empty(); });
    results_.clear();
}

void LookAhead::work(bool from_end) {
    std::unique_ptr<LaunchRunner> runner;  // made when there is something to do: a device takes memory
    Lock lock(mutex_);
    while (!stopping_) {
        std::optional<Launch> launch = next_launch(from_end);
        if (!launch) {
            may_begin_.wait(lock);
            continue;
        }
        const Key key = *key_without_memory(*launch);
        simulated_now_.insert(key);
        lock.unlock();
        if (!runner) runner = std::make_unique<LaunchRunner>(config_, cancelled_);
        std::exception_ptr failure;  // the worker meets it again
        const std::shared_ptr<const LaunchResult> result = runner->run(*launch, failure);
        const auto effect = result->complete ? runner->device().effect() : nullptr;
        lock.lock();
        if (effect != nullptr) results_.emplace(key, Result{launch->id, {result, effect}});
        simulated_now_.erase(key);
        changed_.notify_all();
    }
}

// The next launch in the queue that nobody simulates or has simulated.
std::optional<Launch> LookAhead::next_launch(bool from_end) {
    if (waiting_ == 0 || queue_.empty() || cancelled_) return std::nullopt;
    const std::int64_t first = queue_.front().id, end = queue_.back().id + 1;
    if (end != end_) seen_from_end_ = end_ = end;
    seen_ = std::max(seen_, first);
    while (!is_full(first) && seen_ < seen_from_end_) {
        const Launch& launch = queue_[static_cast<std::size_t>((from_end ? --seen_from_end_ : seen_++) - first)];
        if (is_new(launch)) return launch;
    }
    return std::nullopt;
}

// Whether no further result may be found, as `first` is the first launch in the queue. Those of launches that were
// dropped make room; the one before `first` may be about to be claimed.
bool LookAhead::is_full(std::int64_t first) {
    const auto full = [this] { return results_.size() + simulated_now_.size() >= kMostResults; };
    if (full()) std::erase_if(results_, [first](const auto& entry) { return entry.second.launch_id + 1 < first; });
    return full();
}

bool LookAhead::is_new(const Launch& launch) const {
    const std::optional<Key> key = key_without_memory(launch);
    if (!key || launch.known != nullptr || launch.longest != kNever) return false;
    if (of_worker_ != nullptr && *of_worker_ == *key) return false;
    return !simulated_now_.contains(*key) && !results_.contains(*key) && known_.find(*key) == nullptr;
}

bool launches_are_independent(const EngineConfig& config) { return config.cache.bytes == 0 && config.cmem.bytes == 0; }

std::optional<KnownLaunches::Key> key_without_memory(const Launch& launch) {
    if (!launch.is_traced() || launch.is_inline) return std::nullopt;
    return KnownLaunches::Key(launch.program.get(), launch.function, launch.arguments, {});
}

}  // namespace npusim
