#include "engine.hpp"

#include <unistd.h>

#include <utility>

#include "../model/error.hpp"
#include "trace_interpreter.hpp"

namespace npusim {
namespace {

constexpr std::size_t kTraceRecords = 1024;  // 128 KiB: stays in the second-level cache

// Records are fed in pieces, so that progress can be seen and a signal be heard: one record may stand for thousands of
// requests.
constexpr std::size_t kFeedRecords = 64;

}  // namespace

Engine::Engine(const EngineConfig& config)
    : config_(config),
      device_((config.check(), config), cancelled_),
      trace_buffer_(kTraceRecords),
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
    interrupted_ = std::move(interrupted);
    run(launch);
    interrupted_ = nullptr;
    lock.lock();
    running_ = false;
    changed_.notify_all();
    throw_failure(lock);
    return launch.id;
}

bool Engine::wait(std::chrono::milliseconds limit) {
    check_process();
    std::unique_lock lock(mutex_);
    const bool idle = changed_.wait_for(lock, limit, [this] { return queue_.empty() && !running_; });
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
    if (result == nullptr) {
        result = simulated(launch, failure);
        const auto effect = key && result->complete ? device_.effect() : nullptr;
        if (effect != nullptr) known_.keep(*key, {std::make_shared<const LaunchResult>(*result), effect});
    }
    result->launch_id = launch.id;
    result->stream = launch.stream;
    simulated_ = device_.now();
    const std::lock_guard lock(mutex_);
    ++finished_;
    device_ready_ = result->end;
    streams_[launch.stream] = result->end;
    results_.push_back(std::move(result));
    if (!failure) return;
    failure_ = failure;
    finished_ += static_cast<std::int64_t>(queue_.size());
    queue_.clear();
}

std::shared_ptr<LaunchResult> Engine::simulated(Launch& launch, std::exception_ptr& failure) {
    auto result = std::make_shared<LaunchResult>(config_.timeline_events);
    result->program = launch.program;
    try {
        simulate(launch, *result);
    } catch (const Interrupted&) {
        device_.abandon_launch();
    } catch (...) {
        failure = std::current_exception();
        device_.abandon_launch();
    }
    return result;
}

// The result of a launch that need not be simulated, by an equal one of this engine's or by the result that came with
// it; null when it has to be.
std::shared_ptr<LaunchResult> Engine::repeated(const KnownLaunches::Key& key, const Launch& launch) {
    if (launch.known != nullptr && known_.find(key) == nullptr) {
        auto of_program = std::make_shared<LaunchResult>(*launch.known);
        of_program->program = launch.program;
        known_.keep(key, {of_program, std::make_shared<const LaunchEffect>()});
    }
    const KnownLaunches::Known* const known = known_.find(key);
    if (known == nullptr) return nullptr;
    auto result = std::make_shared<LaunchResult>(*known->result);
    if (!device_.repeat_launch(*result, launch.tensors, *known->effect, launch.earliest_start)) return nullptr;
    records_done_.fetch_add(result->records, std::memory_order_relaxed);
    return result;
}

void Engine::check_known(const Launch& launch) const {
    if (launch.known == nullptr) return;
    if (!launch.is_traced() || config_.cache.bytes > 0 || config_.cmem.bytes > 0)
        throw EngineError("a launch that depends on others or on data has to be simulated: no result can be given");
    if (!launch.known->complete || launch.known->cores.size() != static_cast<std::size_t>(config_.cores) ||
        launch.known->operations.size() != launch.program->operations().size())
        throw EngineError("the known result is not one of this program on this machine");
}

// All that the time of a launch depends on; nothing for inline launches, which may depend on what their tensors hold.
std::optional<KnownLaunches::Key> Engine::key_of(const Launch& launch) const {
    std::vector<std::int64_t> found;
    if (!launch.is_traced() || launch.is_inline || !device_.describe(launch.tensors, found)) return std::nullopt;
    return KnownLaunches::Key(launch.program.get(), launch.function, launch.arguments, std::move(found));
}

void Engine::simulate(Launch& launch, LaunchResult& result) {
    device_.begin_launch(result, launch.tensors, launch.earliest_start);
    leave_after_ = launch.longest == kNever ? kNever : result.start + launch.longest;
    const auto take = [this](const Record* records, std::size_t count) { consume(records, count); };
    if (!launch.is_traced()) {
        const auto* records = reinterpret_cast<const Record*>(launch.records.data());
        consume(records, launch.records.size() / kRecordWords);
    } else if (launch.function == nullptr) {
        interpret(launch.program->trace(), launch.arguments.data(), trace_buffer_, take);
    } else {
        TraceContext context(trace_buffer_, take);
        launch.arguments.back() = context.address();
        context.run(launch.function, launch.arguments.data());
    }
    device_.finish_launch();
}

void Engine::throw_if_stopped() const {
    if (cancelled_.load(std::memory_order_relaxed) || (interrupted_ && interrupted_()) || device_.now() > leave_after_)
        throw Interrupted{};
}

void Engine::consume(const Record* records, std::size_t count) {
    throw_if_stopped();
    for (std::size_t first = 0; first < count; first += kFeedRecords) {
        if (first != 0) throw_if_stopped();
        const std::size_t piece = std::min(kFeedRecords, count - first);
        device_.consume(records + first, piece);
        records_done_.fetch_add(static_cast<std::int64_t>(piece), std::memory_order_relaxed);
        simulated_.store(device_.now(), std::memory_order_relaxed);
    }
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
