// "queued": as "simple", with a bounded queue in front of every channel. It refuses what does not fit and delivers
// completions as events, as models that schedule their requests have to; with a queue that never fills it gives the
// times of "simple".
#pragma once

#include <vector>

#include "../model/ring.hpp"
#include "channels.hpp"

namespace npusim {

class QueuedMemory final : public Memory {
public:
    explicit QueuedMemory(const EngineConfig& config);

    Ticket submit(const Request& request, Time now) override;
    Time next_event() const override { return next_; }
    void advance(Time now, std::vector<Completion>& delivered) override;
    std::size_t channel_of(Address address) const override { return channels_.channel_of(address); }
    void restart() override;
    void add_counters(CounterSheet& sheet) const override { channels_.add_counters(sheet); }

private:
    void refresh_next_event();

    Channels channels_;
    std::vector<Ring<Completion>> queues_;  // per channel, in order of time; a request leaves when it is done
    std::size_t capacity_;
    Time latency_;
    Time next_ = kNever;
};

}  // namespace npusim
