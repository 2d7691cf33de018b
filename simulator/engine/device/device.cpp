#include "device.hpp"

#include <string>

#include "../model/error.hpp"

namespace npusim {
namespace {

// How many records of one core may wait while the trace writes records of others. One core alone has nothing to gain
// from it.
constexpr std::size_t kPendingPerCore = 4096;
constexpr std::size_t kPendingIndexBytesPerCore = std::size_t{4} << 20;

}  // namespace

Device::Device(const EngineConfig& config, const std::atomic<bool>& cancelled)
    : config_(config),
      clock_(config.clock()),
      cancelled_(cancelled),
      memory_(make_memory(config)),
      pending_limit_(config.cores == 1 ? 0 : kPendingPerCore) {
    for (std::int64_t i = 0; i < config.cores; ++i) cores_.push_back(std::make_unique<Core>(config_, i, *memory_));
}

void Device::begin_launch(LaunchResult& result, const std::vector<TensorSpan>& tensors, Time earliest) {
    launch_ = &result;
    result.start = launch_start_ = std::max(now(), earliest);
    now_ = clock_.edge(config_.launch_overhead_cycles);
    result.path = Path{};
    path_log_.clear();
    if (config_.path_by_operation) result.path.log = &path_log_;
    result.path.spend(Cause::launch, now_);
    memory_->restart();
    memory_->place_tensors(tensors);
    result.cores.assign(cores_.size(), CoreStatistics{});
    result.operations.assign(result.program->operations().size(), OperationStatistics{});
    for (std::size_t i = 0; i < cores_.size(); ++i) {
        const LaunchCounters counters{&result.cores[i], result.operations.data(),     &result.timeline,
                                      &result.usage,    static_cast<std::int64_t>(i), launch_start_};
        cores_[i]->begin_launch(*result.program, counters, now_, result.path);
    }
}

void Device::consume(const Record* records, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        check_record(records[i], launch_->records);
        try {
            take(records[i]);
        } catch (const EngineError& error) {
            throw EngineError("kernel '" + launch_->program->name() + "', trace record " +
                              std::to_string(launch_->records) + ": " + error.what());
        }
        ++launch_->records;
    }
}

void Device::check_record(const Record& record, std::int64_t number) const {
    const std::size_t operations = launch_->program->operations().size();
    const bool known = record.operation >= 0 && static_cast<std::size_t>(record.operation) < operations;
    if (known && record.core >= 0 && static_cast<std::size_t>(record.core) < cores_.size()) return;
    const std::string at = "kernel '" + launch_->program->name() + "', trace record " + std::to_string(number);
    if (!known)
        throw EngineError(at + " names operation " + std::to_string(record.operation) + "; the table has " +
                          std::to_string(operations));
    throw EngineError(at + " is for core " + std::to_string(record.core) + "; the machine has " +
                      std::to_string(cores_.size()));
}

void Device::take(const Record& record) {
    const auto number = static_cast<std::size_t>(record.operation);
    const Access access = launch_->program->operations()[number].access;
    if (access == Access::barrier) {
        run_until_idle();
        const Path path = path_to_last();
        for (const auto& waiting : cores_) waiting->continue_from(path);
        ++launch_->operations[number].count;
        return;
    }
    Core& core = *cores_[static_cast<std::size_t>(record.core)];
    core.accept(record, now_);
    while (core.pending() > pending_limit_ || core.pending_index_bytes() > kPendingIndexBytesPerCore) step();
}

Device::NextEvent Device::next_event() const {
    NextEvent first;
    for (std::size_t c = 0; c < cores_.size(); ++c) {
        const Core::Soonest& soonest = cores_[c]->soonest();
        if (soonest.time < first.time)
            first = {c, soonest.unit, soonest.time, std::min(first.time, soonest.then)};
        else
            first.horizon = std::min(first.horizon, soonest.time);
    }
    return first;
}

void Device::step() {
    if (cancelled_.load(std::memory_order_relaxed)) throw Interrupted{};
    NextEvent event = next_event();
    const Time memory = memory_->next_event();
    if (memory != kNever && memory <= event.time) return advance_memory(memory);
    if (event.time == kNever)
        throw EngineError("nothing is left to happen, but operations are waiting: the engine is stuck");
    now_ = std::max(now_, event.time);
    cores_[event.core]->handle(event.unit, now_, std::min(event.horizon, memory));
}

void Device::advance_memory(Time time) {
    now_ = std::max(now_, time);
    delivered_.clear();
    memory_->advance(now_, delivered_);
    for (std::size_t first = 0; first < delivered_.size();) {
        const std::uint64_t tag = delivered_[first].tag, place = tag >> kTagUnitShift;
        std::size_t end = first + 1;
        while (end < delivered_.size() && delivered_[end].tag == tag) ++end;
        cores_[place / kUnits]->complete(static_cast<Unit>(place % kUnits), {&delivered_[first], end - first});
        first = end;
    }
    for (const auto& core : cores_) core->after_memory(now_);
}

bool Device::idle() const {
    for (const auto& core : cores_)
        if (!core->idle()) return false;
    return true;
}

void Device::run_until_idle() {
    for (const auto& core : cores_) core->set_draining(true);
    while (!idle()) step();
    for (const auto& core : cores_) core->set_draining(false);
}

Path Device::path_to_last() const {
    Path last = cores_.front()->path_to_last();
    for (const auto& core : cores_) last = later(last, core->path_to_last());
    return last;
}

void Device::finish_launch() {
    run_until_idle();
    memory_->finish(now_);
    launch_->complete = true;
    close_launch();
}

bool Device::repeat_launch(LaunchResult& result, const std::vector<TensorSpan>& tensors, const LaunchEffect& effect,
                           Time earliest) {
    if (!memory_->repeat(tensors, effect)) return false;
    launch_start_ = std::max(now(), earliest);
    now_ = clock_.edge(result.cycles);
    result.timeline.shift(launch_start_ - result.start);
    result.start = launch_start_;
    result.end = now();
    return true;
}

void Device::abandon_launch() { close_launch(); }

void Device::close_launch() {
    memory_->add_counters(launch_->counters);
    memory_->add_tensor_uses(launch_->tensors);
    launch_->cycles = clock_.cycle_at_or_after(now_);
    now_ = clock_.edge(launch_->cycles);
    launch_->path = path_to_last();
    launch_->path.operation = PathLog::kNone;
    launch_->path.spend(Cause::launch, now_);
    if (config_.path_by_operation)
        launch_->path_by_operation =
            path_log_.by_operation(launch_->path.last_piece, launch_->program->operations().size());
    launch_->path.log = nullptr;
    launch_->end = now();
    launch_ = nullptr;
}

}  // namespace npusim
