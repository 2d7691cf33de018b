// A memory behind an interconnect: requests travel to their channel, answers travel back.
//
// A request leaves its core only when the channel's input buffer has a place for it (end-to-end credits, so that
// requests cannot block each other for ever), and data only when the port's buffer has one. A channel has a buffer for
// reads and one for writes: a full queue of the ones does not stop the others. What happens inside is
// simulated when a core could notice it: an answer is on its way for some time, so many events are handled at once.
// Requests that arrive at one time, or are answered at one, are one event: a list through their slots.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "../memory/memory.hpp"
#include "../model/ring.hpp"
#include "event_queue.hpp"
#include "network.hpp"

namespace npusim {

// Input buffers of channels by number, in words of bits.
class InputSet {
public:
    explicit InputSet(std::size_t inputs) : words_((inputs + 63) / 64) {}

    void add(std::size_t input) { words_[input / 64] |= bit(input); }
    void remove(std::size_t input) { words_[input / 64] &= ~bit(input); }
    void clear() { std::fill(words_.begin(), words_.end(), 0); }

    // Calls `use(input)` in order of number; it may remove that input.
    template <class Use>
    void for_each(Use use) const {
        for (std::size_t word = 0; word < words_.size(); ++word)
            for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1)
                use(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }

private:
    static std::uint64_t bit(std::size_t input) { return std::uint64_t{1} << input % 64; }

    std::vector<std::uint64_t> words_;
};

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
    bool describe(const std::vector<TensorSpan>& tensors, std::vector<std::int64_t>& words) const override {
        return memory_->describe(tensors, words);
    }
    std::shared_ptr<const LaunchEffect> effect() const override { return memory_->effect(); }
    bool repeat(const std::vector<TensorSpan>& tensors, const LaunchEffect& effect) override {
        return memory_->repeat(tensors, effect);
    }
    void add_counters(CounterSheet& sheet) const override;

private:
    using Slot = std::uint32_t;  // of a request on its way
    static constexpr Slot kNone = ~Slot{0};

    struct InFlight {
        Request request;
        std::uint32_t channel;
        Slot next;  // in the same event
    };

    // Requests reach their channels, or memory has answered them.
    struct Step {
        Slot first;
        bool answered;
    };
    using Event = EventQueue<Step>::Event;

    static std::size_t input_of(std::size_t channel, const Request& request) { return 2 * channel + request.write; }

    Slot take_slot(const Request& request, std::size_t channel);
    Time next_inside() const;
    void add_event(Time time, Slot slot, bool answered);
    void handle(const Event& event, std::vector<Completion>& delivered);
    void deliver(Slot first, Time now, std::vector<Completion>& delivered);
    void arrive(Slot first, Time now);
    bool hand_over(Slot slot, Time now);
    void retry_waiting(Time now);
    bool retry(Slot slot, Time now) { return memory_->may_take(slots_[slot].request, now) && hand_over(slot, now); }
    void advance_memory(Time now);

    std::unique_ptr<Network> network_;
    std::unique_ptr<Memory> memory_;
    std::int64_t credits_;
    std::vector<std::int64_t> used_;   // credits, per input
    std::vector<Ring<Slot>> waiting_;  // at the input of a channel, which refused the first of them
    InputSet waiting_inputs_;
    std::size_t waiting_requests_ = 0;
    std::vector<InFlight> slots_;
    std::vector<Slot> free_slots_;
    EventQueue<Step> events_;
    Slot last_added_ = kNone;  // the last request of the event that was added last, while that can grow
    Time last_time_ = kNever;
    bool last_answered_ = false;
    std::vector<Completion> answers_;
    bool refused_ = false;   // a request since the last event
    Time room_at_ = kNever;  // when a port that refused has a place again
    std::int64_t refusals_ = 0;
};

}  // namespace npusim
