// "simple": every core and every channel has a port of a given width in each direction, and all ports are `latency`
// apart.
#pragma once

#include "links.hpp"
#include "network.hpp"

namespace npusim {

class Crossbar final : public Network {
public:
    explicit Crossbar(const EngineConfig& config)
        : cores_(static_cast<std::size_t>(config.cores)),
          ports_(cores_ + static_cast<std::size_t>(config.memory_ports())),
          latency_(config.clock().edge(config.noc.latency_cycles)),
          links_(2 * ports_, config) {}

    Time room(const Route& route) const override { return links_.room(first(route)); }

    Time send(const Route& route, Time now) override {
        return links_.follow(now, [&](auto visit) {
            visit(first(route), latency_);
            visit(last(route), Time{0});
        });
    }

    Time latency(const Route&) const override { return latency_; }
    Time least_latency() const override { return latency_; }
    void restart() override { links_.restart(); }
    void add_counters(CounterSheet& sheet) const override { links_.add_counters(sheet); }

private:
    // Links to memory: of the cores, of the channels; then the same for data to the cores.
    std::size_t core_port(const Route& route) const {
        return static_cast<std::size_t>(route.direction) * ports_ + route.core;
    }
    std::size_t channel_port(const Route& route) const {
        return static_cast<std::size_t>(route.direction) * ports_ + cores_ + route.channel;
    }
    std::size_t first(const Route& route) const {
        return route.direction == Direction::to_memory ? core_port(route) : channel_port(route);
    }
    std::size_t last(const Route& route) const {
        return route.direction == Direction::to_memory ? channel_port(route) : core_port(route);
    }

    std::size_t cores_;
    std::size_t ports_;
    Time latency_;
    Links links_;
};

}  // namespace npusim
