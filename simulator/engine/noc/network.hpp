// The interconnect between the cores and the memory channels: latency of and contention between packets.
//
// Data move on links of a given width; addresses and acknowledgements have wires of their own, as in AXI, and meet no
// contention. Data to memory and data to the cores use different links.
#pragma once

#include <cstddef>
#include <memory>

#include "../measures/counters.hpp"
#include "../model/config.hpp"
#include "../model/time.hpp"

namespace npusim {

enum class Direction : std::size_t { to_memory, to_core };

struct Route {
    std::size_t core;
    std::size_t channel;
    Direction direction;
};

class Network {
public:
    virtual ~Network() = default;

    // When the first buffer on the route has a place for data; in the past when it has one now.
    virtual Time room(const Route& route) const = 0;

    // Sends one request's data at `now`; returns when the last byte is there. In the order of time for each direction.
    virtual Time send(const Route& route, Time now) = 0;

    // What an address or an acknowledgement takes.
    virtual Time latency(const Route& route) const = 0;

    // The least that anything takes from memory to a core.
    virtual Time least_latency() const = 0;

    virtual void restart() = 0;

    // Kind "noc_link": data_packets, data_bytes, busy_ps per link.
    virtual void add_counters(CounterSheet& sheet) const = 0;
};

// The model named by config.noc.model; raises EngineError with the names that exist when there is none of this name.
std::unique_ptr<Network> make_network(const EngineConfig& config);

}  // namespace npusim
