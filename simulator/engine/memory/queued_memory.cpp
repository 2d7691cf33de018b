#include "queued_memory.hpp"

#include <algorithm>

#include "../model/error.hpp"

namespace npusim {

QueuedMemory::QueuedMemory(const EngineConfig& config)
    : channels_(config),
      queues_(static_cast<std::size_t>(config.memory.channels)),
      capacity_(static_cast<std::size_t>(config.memory.queue_requests)),
      latency_(config.memory.latency_ps) {
    if (config.memory.queue_requests < 1)
        throw EngineError("engine configuration: memory.queue_requests must be at least 1 for the model 'queued'");
}

Ticket QueuedMemory::submit(const Request& request, Time now) {
    const std::size_t channel = channels_.channel_of(request.address);
    if (queues_[channel].size() >= capacity_) return {false, kNever};
    const Time done = channels_.transfer(channel, now, request.write) + latency_;
    queues_[channel].push({request.tag, done});
    next_ = std::min(next_, done);
    return {true, kNever};
}

void QueuedMemory::advance(Time now, std::vector<Completion>& delivered) {
    for (Ring<Completion>& queue : queues_)
        for (; !queue.empty() && queue.front().done <= now; queue.pop()) delivered.push_back(queue.front());
    refresh_next_event();
}

void QueuedMemory::restart() {
    channels_.restart();
    for (Ring<Completion>& queue : queues_) queue.clear();
    next_ = kNever;
}

void QueuedMemory::refresh_next_event() {
    next_ = kNever;
    for (const Ring<Completion>& queue : queues_)
        if (!queue.empty()) next_ = std::min(next_, queue.front().done);
}

}  // namespace npusim
