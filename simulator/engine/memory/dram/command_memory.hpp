// "command": channels that are simulated command by command. A channel is simulated only when a request comes for it or
// its answers fall due: an answer is certain some time before it arrives, so they are delivered in batches.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "../../model/ring.hpp"
#include "../memory.hpp"
#include "address_map.hpp"
#include "channel.hpp"
#include "completion_order.hpp"

namespace npusim {

class CommandMemory final : public Memory {
public:
    explicit CommandMemory(const EngineConfig& config);

    Ticket submit(const Request& request, Time now) override;
    Time next_event() const override { return next_; }
    void advance(Time now, std::vector<Completion>& delivered) override;
    std::size_t channel_of(Address address) const override { return map_.channel_of(address); }
    void restart() override;
    void add_counters(CounterSheet& sheet) const override;

private:
    // A request and where it goes.
    struct Located {
        Request request;
        DramLocation at;
    };
    struct Port {
        std::unique_ptr<DramChannel> channel;
        std::array<Ring<Located>, 2> waiting{};  // reads, writes: in front of their queue while it is full
        bool refused = false;                    // a request since the last event

        bool any_waiting() const { return !waiting[0].empty() || !waiting[1].empty(); }
    };

    static Accepted enqueue(Port& port, const Located& located, Tick now);
    static void run(Port& port, Tick now);
    static void hand_over(Port& port, Tick now);

    Tick tick_at_or_after(Time time);
    Time time_of(Tick tick) const { return by_denominator_.floor(tick * period_.numerator + period_.denominator - 1); }
    void expect(const Port& port);

    DramRules rules_;
    std::int64_t waiting_requests_;  // of a kind, in front of a channel
    AddressMap map_;
    Fraction period_;  // picoseconds per tick
    FixedDivisor by_denominator_;
    Time latency_;  // of everything between a core and the device, both ways
    std::vector<Port> ports_;
    Time next_ = kNever;
    Tick next_answer_ = kNeverTick;      // no answer is certain before that, as far as no request was refused
    std::vector<DramCompletion> batch_;  // of one advance()
    CompletionOrder order_;
    Time last_time_ = -1;
    Tick last_tick_ = 0;
};

}  // namespace npusim
