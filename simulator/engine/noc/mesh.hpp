// "mesh": one router per core in a rectangle, XY routing. Even channels are attached to the routers of the first row,
// odd ones to those of the last row, from left to right, cyclically. A packet takes `latency` per link, the ports of
// core and channel included.
#pragma once

#include <cstdlib>
#include <vector>

#include "links.hpp"
#include "network.hpp"

namespace npusim {

class Mesh final : public Network {
public:
    explicit Mesh(const EngineConfig& config)
        : cores_(static_cast<std::size_t>(config.cores)),
          channels_(static_cast<std::size_t>(config.memory_ports())),
          columns_(columns_of(config)),
          rows_((cores_ + columns_ - 1) / columns_),
          links_of_direction_(kSides * columns_ * rows_ + cores_ + channels_),
          hop_(config.clock().edge(config.noc.latency_cycles)),
          links_(2 * links_of_direction_, config) {
        for (std::size_t core = 0; core < cores_; ++core) core_places_.push_back(place_of_core(core));
        for (std::size_t channel = 0; channel < channels_; ++channel)
            channel_places_.push_back(place_of_channel(channel));
    }

    Time room(const Route& route) const override { return links_.room(first_port(route)); }

    Time send(const Route& route, Time now) override {
        return links_.follow(now, [&](auto visit) {
            visit(first_port(route), hop_);
            walk(route, visit);
            visit(last_port(route), hop_);
        });
    }

    Time latency(const Route& route) const override {
        const Place a = core_places_[route.core], b = channel_places_[route.channel];
        return hop_ * static_cast<Time>(2 + distance(a.x, b.x) + distance(a.y, b.y));
    }

    Time least_latency() const override { return 2 * hop_; }
    void restart() override { links_.restart(); }
    void add_counters(CounterSheet& sheet) const override { links_.add_counters(sheet); }

private:
    static constexpr std::size_t kSides = 4;  // links out of a router: east, west, south, north

    struct Place {
        std::size_t x;
        std::size_t y;
    };

    // As many as the machine says, else the smallest square that holds all cores.
    static std::size_t columns_of(const EngineConfig& config) {
        if (config.noc.mesh_columns > 0) return static_cast<std::size_t>(config.noc.mesh_columns);
        std::size_t columns = 1;
        while (columns * columns < static_cast<std::size_t>(config.cores)) ++columns;
        return columns;
    }

    static std::size_t distance(std::size_t a, std::size_t b) { return a < b ? b - a : a - b; }

    Place place_of_core(std::size_t core) const { return {core % columns_, core / columns_}; }
    Place place_of_channel(std::size_t channel) const {
        return {channel / 2 % columns_, channel % 2 == 0 ? 0 : rows_ - 1};
    }

    std::size_t base(const Route& route) const {
        return static_cast<std::size_t>(route.direction) * links_of_direction_;
    }
    std::size_t core_port(const Route& route) const { return base(route) + kSides * columns_ * rows_ + route.core; }
    std::size_t channel_port(const Route& route) const {
        return base(route) + kSides * columns_ * rows_ + cores_ + route.channel;
    }
    std::size_t first_port(const Route& route) const {
        return route.direction == Direction::to_memory ? core_port(route) : channel_port(route);
    }
    std::size_t last_port(const Route& route) const {
        return route.direction == Direction::to_memory ? channel_port(route) : core_port(route);
    }

    // The links between routers: first along the row, then along the column.
    template <class Visit>
    void walk(const Route& route, Visit& visit) const {
        Place here = core_places_[route.core], end = channel_places_[route.channel];
        if (route.direction == Direction::to_core) std::swap(here, end);
        const auto link = [&](std::size_t side) { return base(route) + kSides * (here.y * columns_ + here.x) + side; };
        for (; here.x < end.x; ++here.x) visit(link(0), hop_);
        for (; here.x > end.x; --here.x) visit(link(1), hop_);
        for (; here.y < end.y; ++here.y) visit(link(2), hop_);
        for (; here.y > end.y; --here.y) visit(link(3), hop_);
    }

    std::size_t cores_;
    std::size_t channels_;
    std::size_t columns_;
    std::size_t rows_;
    std::size_t links_of_direction_;
    Time hop_;
    Links links_;
    std::vector<Place> core_places_;
    std::vector<Place> channel_places_;
};

}  // namespace npusim
