#include "engine.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "../model/error.hpp"

namespace npusim {

// As many as there are processors, or as OMP_NUM_THREADS allows: the worker is one more, but may wait for one of them.
std::size_t usual_threads_ahead() {
    constexpr std::size_t kMostThreads = 16;
    std::size_t threads = std::min<std::size_t>(std::thread::hardware_concurrency(), kMostThreads);
    const char* const limit = std::getenv("OMP_NUM_THREADS");
    const long allowed = limit == nullptr ? 0 : std::strtol(limit, nullptr, 10);
    if (allowed > 0) threads = std::min(threads, static_cast<std::size_t>(allowed));
    return threads < 2 ? 0 : threads;
}

Engine::Engine(const EngineConfig& config, std::size_t threads_ahead)
    : config_((config.check(), config)),
      runner_(config_, cancelled_,
              [this](std::size_t records) {
                  records_done_.fetch_add(static_cast<std::int64_t>(records), std::memory_order_relaxed);
                  simulated_.store(runner_.device().now(), std::memory_order_relaxed);
              }),
      look_ahead_(config_, cancelled_, threads_ahead, mutex_, changed_, queue_, known_),
      process_(getpid()) {}

Engine::~Engine() {
    cancelled_ = true;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        queue_.clear();
    }
    changed_.notify_all();
    if (worker_.joinable()) worker_.join();
}

bool Engine::is_of_this_process() const { return process_ == getpid(); }

void Engine::check_process() const {
    if (is_of_this_process()) return;
    throw EngineError(
        "the engine was made in another process; its worker thread does not survive fork(): make the simulation anew "
        "here");
}

void Engine::throw_failure(std::unique_lock<std::mutex>& lock) {
    if (!failure_) return;
    const std::exception_ptr failure = std::exchange(failure_, nullptr);
    lock.unlock();
    std::rethrow_exception(failure);
}

void Engine::start_worker() {
    if (!worker_.joinable()) worker_ = std::thread([this] { work(); });
}

std::int64_t Engine::submit(Launch launch) {
    check_process();
    check_known(launch);
    std::unique_lock lock(mutex_);
    throw_failure(lock);
    start_worker();
    launch.id = submitted_++;
    queue_.push_back(std::move(launch));
    changed_.notify_all();
    return submitted_ - 1;
}

std::int64_t Engine::run_here(Launch launch, std::function<bool()> interrupted) {
    check_process();
    std::unique_lock lock(mutex_);
    throw_failure(lock);
    if (running_ || !queue_.empty())
        throw EngineError("another thread launched a kernel while this one waited to run one inline");
    launch.id = submitted_++;
    launch.is_inline = true;
    running_ = true;
    lock.unlock();
    runner_.set_interrupted(std::move(interrupted));
    run(launch);
    runner_.set_interrupted(nullptr);
    lock.lock();
    running_ = false;
    changed_.notify_all();
    throw_failure(lock);
    return launch.id;
}

bool Engine::wait(std::chrono::milliseconds limit) {
    check_process();
    std::unique_lock lock(mutex_);
    look_ahead_.begin_waiting(lock);
    const bool idle = changed_.wait_for(lock, limit, [this] { return queue_.empty() && !running_; });
    look_ahead_.end_waiting(lock);
    if (idle) throw_failure(lock);
    return idle;
}

void Engine::cancel() {
    check_process();
    std::unique_lock lock(mutex_);
    cancelled_ = true;
    finished_ += static_cast<std::int64_t>(queue_.size());
    queue_.clear();
    changed_.wait(lock, [this] { return !running_; });
    look_ahead_.forget(lock);
    cancelled_ = false;
}

void Engine::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return stopping_ || (!queue_.empty() && !running_); });
        if (stopping_) return;
        Launch launch = std::move(queue_.front());
        queue_.pop_front();
        running_ = true;
        lock.unlock();
        run(launch);
        lock.lock();
        running_ = false;
        changed_.notify_all();
    }
}

// Simulates a launch and files its result, or its failure: then what is queued behind it is dropped.
void Engine::run(Launch& launch) {
    std::exception_ptr failure;
    const std::optional<KnownLaunches::Key> key = key_of(launch);
    std::shared_ptr<LaunchResult> result = key ? repeated(*key, launch) : nullptr;
    const bool is_repeated = result != nullptr;
    if (!is_repeated) result = runner_.run(launch, failure);
    const auto effect = key && !is_repeated && result->complete ? runner_.device().effect() : nullptr;
    const auto kept = effect == nullptr ? nullptr : std::make_shared<const LaunchResult>(*result);
    result->launch_id = launch.id;
    result->stream = launch.stream;
    simulated_ = runner_.device().now();
    const std::unique_lock lock(mutex_);
    if (kept != nullptr) known_.keep(*key, {kept, effect});
    if (key) look_ahead_.release(lock);
    ++finished_;
    device_ready_ = result->end;
    streams_[launch.stream] = result->end;
    results_.push_back(std::move(result));
    if (!failure) return;
    failure_ = failure;
    finished_ += static_cast<std::int64_t>(queue_.size());
    queue_.clear();
}

// The result of a launch that need not be simulated; null when it has to be.
std::shared_ptr<LaunchResult> Engine::repeated(const KnownLaunches::Key& key, const Launch& launch) {
    const std::optional<KnownLaunches::Known> known = known_of(key, launch);
    if (!known) return nullptr;
    auto result = std::make_shared<LaunchResult>(*known->result);
    if (!runner_.device().repeat_launch(*result, launch.tensors, *known->effect, launch.earliest_start)) return nullptr;
    records_done_.fetch_add(result->records, std::memory_order_relaxed);
    return result;
}

// What is known of a launch, of which the turn has come: by an equal one of this engine, or by the result that came
// with it.
std::optional<KnownLaunches::Known> Engine::known_of(const KnownLaunches::Key& key, const Launch& launch) {
    std::unique_lock lock(mutex_);
    if (const auto ahead = look_ahead_.claim(lock, key)) known_.keep(key, *ahead);
    if (launch.known != nullptr && known_.find(key) == nullptr) {
        auto of_program = std::make_shared<LaunchResult>(*launch.known);
        of_program->program = launch.program;
        known_.keep(key, {of_program, std::make_shared<const LaunchEffect>()});
    }
    const KnownLaunches::Known* const known = known_.find(key);
    return known == nullptr ? std::nullopt : std::optional(*known);
}

void Engine::check_known(const Launch& launch) const {
    if (launch.known == nullptr) return;
    if (!launch.is_traced() || !launches_are_independent(config_))
        throw EngineError("a launch that depends on others or on data has to be simulated: no result can be given");
    if (!launch.known->complete || launch.known->cores.size() != static_cast<std::size_t>(config_.cores) ||
        launch.known->operations.size() != launch.program->operations().size())
        throw EngineError("the known result is not one of this program on this machine");
}

// All that the time of a launch depends on; nothing for inline launches, which may depend on what their tensors hold.
std::optional<KnownLaunches::Key> Engine::key_of(const Launch& launch) const {
    std::optional<KnownLaunches::Key> key = key_without_memory(launch);
    if (key && !runner_.device().describe(launch.tensors, std::get<3>(*key))) key.reset();
    return key;
}

std::vector<std::shared_ptr<const LaunchResult>> Engine::take_results() {
    const std::lock_guard lock(mutex_);
    return std::exchange(results_, {});
}

Progress Engine::progress() const {
    const std::lock_guard lock(mutex_);
    return {submitted_, finished_, records_done_, simulated_};
}

Time Engine::stream_ready(std::int64_t stream) const {
    const std::lock_guard lock(mutex_);
    const auto found = streams_.find(stream);
    return found == streams_.end() ? 0 : found->second;
}

Time Engine::device_ready() const {
    const std::lock_guard lock(mutex_);
    return device_ready_;
}

}  // namespace npusim
