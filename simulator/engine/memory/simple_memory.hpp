// "simple": every channel has a bandwidth and a latency and serves requests in the order of arrival; it takes any
// number of them.
#pragma once

#include "channels.hpp"

namespace npusim {

class SimpleMemory final : public Memory {
public:
    explicit SimpleMemory(const EngineConfig& config) : channels_(config), latency_(config.memory.latency_ps) {}

    Ticket submit(const Request& request, Time now) override {
        return {true, channels_.transfer(channels_.channel_of(request.address), now, request.write) + latency_};
    }

    Time next_event() const override { return kNever; }
    void advance(Time, std::vector<Completion>&) override {}
    std::size_t channel_of(Address address) const override { return channels_.channel_of(address); }
    void restart() override { channels_.restart(); }
    void add_counters(CounterSheet& sheet) const override { channels_.add_counters(sheet); }

private:
    Channels channels_;
    Time latency_;
};

}  // namespace npusim
