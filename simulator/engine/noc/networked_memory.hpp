// A memory behind an interconnect: requests travel to their channel, answers travel back.
//
// A request leaves its core only when the channel's input buffer has a place for it (end-to-end credits, so that
// requests cannot block each other for ever), and data only when the port's buffer has one. What happens inside is
// simulated when a core could notice it: an answer is on its way for some time, so many events are handled at once.
#pragma once

#include <memory>
#include <vector>

#include "../memory/memory.hpp"
#include "../model/ring.hpp"
#include "event_queue.hpp"
#include "network.hpp"

namespace npusim {

class NetworkedMemory final : public Memory {
public:
    NetworkedMemory(const EngineConfig& config, std::unique_ptr<Network> network, std::unique_ptr<Memory> memory);

    Ticket submit(const Request& request, Time now) override;
    Time next_event() const override;
    void advance(Time now, std::vector<Completion>& delivered) override;
    std::size_t channel_of(Address address) const override { return memory_->channel_of(address); }
    void restart() override;
    void place_tensors(const std::vector<TensorSpan>& tensors) override { memory_->place_tensors(tensors); }
    void add_tensor_uses(std::vector<TensorUse>& uses) const override { memory_->add_tensor_uses(uses); }
    void finish(Time now) override { memory_->finish(now); }
    void add_counters(CounterSheet& sheet) const override;

private:
    using Slot = std::uint32_t;  // of a request on its way

    struct InFlight {
        Request request;
        std::size_t channel;
    };

    // A request reaches its channel, or memory has answered it.
    struct Step {
        Slot slot;
        bool answered;
    };
    using Event = EventQueue<Step>::Event;

    Slot take_slot(const Request& request, std::size_t channel);
    Time next_inside() const;
    void add_event(Time time, Slot slot, bool answered) { events_.push(time, {slot, answered}); }
    void handle(const Event& event, std::vector<Completion>& delivered);
    bool hand_over(Slot slot, Time now);
    void retry_waiting(Time now);
    void advance_memory(Time now);

    std::unique_ptr<Network> network_;
    std::unique_ptr<Memory> memory_;
    std::int64_t credits_;
    std::vector<std::int64_t> used_;   // credits, per channel
    std::vector<Ring<Slot>> waiting_;  // at the channel, which refused the first of them
    std::size_t waiting_requests_ = 0;
    std::vector<InFlight> slots_;
    std::vector<Slot> free_slots_;
    EventQueue<Step> events_;
    std::vector<Completion> answers_;
    bool refused_ = false;   // a request since the last event
    Time room_at_ = kNever;  // when a port that refused has a place again
    std::int64_t refusals_ = 0;
};

}  // namespace npusim
