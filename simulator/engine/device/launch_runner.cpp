#include "launch_runner.hpp"

#include <algorithm>
#include <utility>

#include "trace_context.hpp"
#include "trace_interpreter.hpp"

namespace npusim {
namespace {

constexpr std::size_t kTraceRecords = 1024;  // 128 KiB: stays in the second-level cache

// Records are fed in pieces, so that progress can be seen and a signal be heard: one record may stand for thousands of
// requests.
constexpr std::size_t kFeedRecords = 64;

}  // namespace

LaunchRunner::LaunchRunner(const EngineConfig& config, const std::atomic<bool>& cancelled,
                           std::function<void(std::size_t)> simulated)
    : timeline_events_(config.timeline_events),
      cancelled_(cancelled),
      simulated_(std::move(simulated)),
      device_(config, cancelled),
      trace_buffer_(kTraceRecords) {}

std::shared_ptr<LaunchResult> LaunchRunner::run(Launch& launch, std::exception_ptr& failure) {
    auto result = std::make_shared<LaunchResult>(timeline_events_);
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

void LaunchRunner::simulate(Launch& launch, LaunchResult& result) {
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

void LaunchRunner::consume(const Record* records, std::size_t count) {
    throw_if_stopped();
    for (std::size_t first = 0; first < count; first += kFeedRecords) {
        if (first != 0) throw_if_stopped();
        const std::size_t piece = std::min(kFeedRecords, count - first);
        device_.consume(records + first, piece);
        if (simulated_) simulated_(piece);
    }
}

void LaunchRunner::throw_if_stopped() const {
    if (cancelled_.load(std::memory_order_relaxed) || (interrupted_ && interrupted_()) || device_.now() > leave_after_)
        throw Interrupted{};
}

}  // namespace npusim
