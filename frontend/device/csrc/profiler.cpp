// torch.profiler (Kineto) shows the launches of the device with their simulated times. Python follows the launches
// (profiler.py); this is the session that hands them to Kineto. Checked with torch 2.13.
#if __has_include(<libkineto.h>) && !defined(USE_KINETO)
#define USE_KINETO
#endif

#include "device.h"

#ifdef USE_KINETO

#define FMT_HEADER_ONLY  // torch's libraries keep their fmt to themselves
#include <libkineto.h>
#include <output_base.h>
#include <torch/csrc/profiler/standalone/privateuse1_profiler.h>

#include <unistd.h>

#include <chrono>
#include <memory>
#include <set>
#include <utility>

namespace npusim {
namespace {

using libkineto::ActivityType;

// The operators of this thread that run at the moment, innermost last.
std::vector<uint64_t>& running_operators() {
    static thread_local std::vector<uint64_t> operators;
    return operators;
}

int64_t nanoseconds_since_1970() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

class Session final : public libkineto::IActivityProfilerSession {
public:
    void start() override {
        start_ns_ = nanoseconds_since_1970();
        follow_launches(true);
        status_ = libkineto::TraceStatus::RECORDING;
    }

    void stop() override {
        launches_ = followed_launches();
        follow_launches(false);
        end_ns_ = nanoseconds_since_1970();
        status_ = libkineto::TraceStatus::PROCESSING;
    }

    std::vector<std::string> errors() override { return {}; }

    void processTrace(libkineto::ActivityLogger& logger) override { write(logger, nullptr); }

    void processTrace(libkineto::ActivityLogger& logger, libkineto::getLinkedActivityCallback linked, int64_t,
                      int64_t) override {
        write(logger, linked);
    }

    std::unique_ptr<libkineto::DeviceInfo> getDeviceInfo() override {
        return std::make_unique<libkineto::DeviceInfo>(
            libkineto::DeviceInfo{0, libkineto::kExceedMaxPid, "npu:0 (simulated time)", "npu 0"});
    }

    std::vector<libkineto::ResourceInfo> getResourceInfos() override {
        std::vector<libkineto::ResourceInfo> rows;
        for (const int64_t stream : streams_) rows.push_back({stream, stream, 0, "stream " + std::to_string(stream)});
        return rows;
    }

    std::unique_ptr<libkineto::CpuTraceBuffer> getTraceBuffer() override { return std::move(buffer_); }

    void pushCorrelationId(uint64_t id) override { running_operators().push_back(id); }
    void popCorrelationId() override { pop(); }
    void pushUserCorrelationId(uint64_t id) override { running_operators().push_back(id); }
    void popUserCorrelationId() override { pop(); }

private:
    static void pop() {
        if (!running_operators().empty()) running_operators().pop_back();
    }

    void write(libkineto::ActivityLogger& logger, const libkineto::getLinkedActivityCallback& linked) {
        buffer_ = std::make_unique<libkineto::CpuTraceBuffer>();
        buffer_->span = libkineto::TraceSpan(start_ns_, end_ns_, "npu");
        buffer_->gpuOpCount = static_cast<int>(launches_.size());
        uint32_t number = 0;
        for (const ProfiledLaunch& launch : launches_) {
            if (launch.start_ps < 0) continue;  // mode functional has no time
            streams_.insert(launch.stream);
            const auto* op = linked ? linked(static_cast<int32_t>(launch.correlation)) : nullptr;
            add_runtime(launch, ++number, op, logger);
            auto& kernel = add(ActivityType::CONCURRENT_KERNEL, launch.kernel, number, op);
            kernel.device = 0;
            kernel.resource = static_cast<int32_t>(launch.stream);
            kernel.startTime = start_ns_ + launch.start_ps / 1000;
            kernel.endTime = start_ns_ + (launch.end_ps + 999) / 1000;
            kernel.addMetadata("stream", launch.stream);
            kernel.addMetadata("simulated start (ps)", launch.start_ps);
            kernel.addMetadata("simulated duration (ps)", launch.end_ps - launch.start_ps);
            logger.handleActivity(kernel);
        }
    }

    // What the host did to launch a kernel; the trace draws an arrow from it to the kernel.
    void add_runtime(const ProfiledLaunch& launch, uint32_t number, const libkineto::ITraceActivity* op,
                     libkineto::ActivityLogger& logger) {
        auto& activity = add(ActivityType::PRIVATEUSE1_RUNTIME, "npuLaunchKernel", number, op);
        activity.flow.start = 1;
        activity.device = static_cast<int32_t>(getpid());
        activity.resource = activity.threadId = static_cast<int32_t>(launch.thread);
        activity.startTime = launch.host_start_ns;
        activity.endTime = launch.host_end_ns;
        logger.handleActivity(activity);
    }

    // `number`: of the launch; `op`: the operator that launched it.
    libkineto::GenericTraceActivity& add(ActivityType type, const std::string& name, uint32_t number,
                                         const libkineto::ITraceActivity* op) {
        buffer_->emplace_activity(buffer_->span, type, name);
        auto& activity = libkineto::CpuTraceBuffer::toRef(buffer_->activities.back());
        activity.id = static_cast<int32_t>(number);
        activity.linked = op;
        activity.flow.id = number;
        activity.flow.type = libkineto::kLinkAsyncCpuGpu;
        return activity;
    }

    int64_t start_ns_ = 0, end_ns_ = 0;
    std::vector<ProfiledLaunch> launches_;
    std::set<int64_t> streams_;
    std::unique_ptr<libkineto::CpuTraceBuffer> buffer_ = std::make_unique<libkineto::CpuTraceBuffer>();
};

class Profiler final : public libkineto::IActivityProfiler {
public:
    const std::string& name() const override { return name_; }
    const std::set<ActivityType>& availableActivities() const override { return kinds_; }
    std::unique_ptr<libkineto::IActivityProfilerSession> configure(const std::set<ActivityType>& wanted,
                                                                   const libkineto::Config&) override {
        if (wanted.count(ActivityType::CONCURRENT_KERNEL) == 0) return nullptr;  // activities=[CPU]
        return std::make_unique<Session>();
    }
    std::unique_ptr<libkineto::IActivityProfilerSession> configure(int64_t, int64_t,
                                                                   const std::set<ActivityType>& wanted,
                                                                   const libkineto::Config& config) override {
        return configure(wanted, config);
    }

private:
    std::string name_ = "npu";
    std::set<ActivityType> kinds_ = {ActivityType::CONCURRENT_KERNEL, ActivityType::PRIVATEUSE1_RUNTIME};
};

}  // namespace

void register_profiler() {
    torch::profiler::impl::PrivateUse1ProfilerRegistry::instance().registerFactory(
        [] { return std::unique_ptr<libkineto::IActivityProfiler>(new Profiler()); });
}

uint64_t running_operator() { return running_operators().empty() ? 0 : running_operators().back(); }

}  // namespace npusim

#else

namespace npusim {
void register_profiler() {}  // this torch has no Kineto
uint64_t running_operator() { return 0; }
}  // namespace npusim

#endif

// The correlation number of this thread's innermost operator while torch.profiler runs, else 0.
extern "C" __attribute__((visibility("default"))) uint64_t npusim_running_operator() {
    return npusim::running_operator();
}
