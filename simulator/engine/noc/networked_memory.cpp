#include "networked_memory.hpp"

#include <algorithm>
#include <utility>

namespace npusim {
namespace {

std::size_t core_of(const Request& request) { return static_cast<std::size_t>(request.tag >> kTagUnitShift) / kUnits; }

}  // namespace

NetworkedMemory::NetworkedMemory(const EngineConfig& config, std::unique_ptr<Network> network,
                                 std::unique_ptr<Memory> memory)
    : network_(std::move(network)),
      memory_(std::move(memory)),
      credits_(config.noc.channel_requests),
      used_(2 * static_cast<std::size_t>(config.memory_ports())),
      waiting_(used_.size()),
      waiting_inputs_(used_.size()) {}

Ticket NetworkedMemory::submit(const Request& request, Time now) {
    const std::size_t channel = memory_->channel_of(request.address);
    const Route route{core_of(request), channel, Direction::to_memory};
    const Time room = request.write ? network_->room(route) : 0;
    std::int64_t& used = used_[input_of(channel, request)];
    if (used >= credits_ || room > now) {
        refused_ = true;
        ++refusals_;
        if (room > now) room_at_ = std::min(room_at_, room);
        return {false, kNever};
    }
    ++used;
    const Time there = request.write ? network_->send(route, now) : now + network_->latency(route);
    add_event(there, take_slot(request, channel), false);
    return {true, kNever};
}

NetworkedMemory::Slot NetworkedMemory::take_slot(const Request& request, std::size_t channel) {
    const InFlight flight{request, static_cast<std::uint32_t>(channel), kNone};
    if (free_slots_.empty()) {
        slots_.push_back(flight);
        return static_cast<Slot>(slots_.size() - 1);
    }
    const Slot slot = free_slots_.back();
    free_slots_.pop_back();
    slots_[slot] = flight;
    return slot;
}

// A request joins the event that was added last, behind which nothing else can come first.
void NetworkedMemory::add_event(Time time, Slot slot, bool answered) {
    slots_[slot].next = kNone;
    if (last_added_ != kNone && time == last_time_ && answered == last_answered_)
        slots_[last_added_].next = slot;
    else
        events_.push(time, {slot, answered});
    last_added_ = slot;
    last_time_ = time;
    last_answered_ = answered;
}

Time NetworkedMemory::next_inside() const { return std::min(events_.next_time(), memory_->next_event()); }

Time NetworkedMemory::next_event() const {
    const Time inside = next_inside();
    if (refused_) return std::min(inside, room_at_);
    return inside == kNever ? kNever : inside + network_->least_latency();
}

void NetworkedMemory::advance(Time now, std::vector<Completion>& delivered) {
    for (;;) {
        const Time memory = memory_->next_event(), event = events_.next_time();
        if (std::min(memory, event) > now) break;
        if (memory <= event)
            advance_memory(memory);
        else
            handle(events_.pop(), delivered);
    }
    refused_ = false;
    room_at_ = kNever;
}

void NetworkedMemory::advance_memory(Time now) {
    answers_.clear();
    memory_->advance(now, answers_);
    for (const Completion& answer : answers_)
        add_event(std::max(now, answer.done), static_cast<Slot>(answer.tag), true);
    if (waiting_requests_ > 0) retry_waiting(now);
}

void NetworkedMemory::handle(const Event& event, std::vector<Completion>& delivered) {
    last_added_ = kNone;
    if (event.content.answered)
        deliver(event.content.first, event.time, delivered);
    else
        arrive(event.content.first, event.time);
}

void NetworkedMemory::deliver(Slot first, Time now, std::vector<Completion>& delivered) {
    for (Slot slot = first; slot != kNone; slot = slots_[slot].next) {
        const InFlight& flight = slots_[slot];
        const Route route{core_of(flight.request), flight.channel, Direction::to_core};
        const Time done = flight.request.write ? now + network_->latency(route) : network_->send(route, now);
        delivered.push_back({flight.request.tag, done});
        free_slots_.push_back(slot);
    }
}

void NetworkedMemory::arrive(Slot first, Time now) {
    for (Slot slot = first, next; slot != kNone; slot = next) {
        next = slots_[slot].next;  // an answer at once is another event
        if (slot != first)
            while (memory_->next_event() <= now) advance_memory(memory_->next_event());
        const std::size_t input = input_of(slots_[slot].channel, slots_[slot].request);
        Ring<Slot>& waiting = waiting_[input];
        if (waiting.empty() && hand_over(slot, now)) continue;
        waiting.push(slot);
        waiting_inputs_.add(input);
        ++waiting_requests_;
    }
}

// False when memory refused.
bool NetworkedMemory::hand_over(Slot slot, Time now) {
    const InFlight& flight = slots_[slot];
    const Ticket ticket = memory_->submit({flight.request.address, flight.request.write, slot}, now);
    if (!ticket.accepted) return false;
    --used_[input_of(flight.channel, flight.request)];
    if (ticket.done != kNever) add_event(ticket.done, slot, true);
    return true;
}

void NetworkedMemory::retry_waiting(Time now) {
    waiting_inputs_.for_each([&](std::size_t input) {
        Ring<Slot>& waiting = waiting_[input];
        for (; !waiting.empty() && retry(waiting.front(), now); --waiting_requests_) waiting.pop();
        if (waiting.empty()) waiting_inputs_.remove(input);
    });
}

void NetworkedMemory::restart() {
    network_->restart();
    memory_->restart();
    std::fill(used_.begin(), used_.end(), 0);
    for (Ring<Slot>& waiting : waiting_) waiting.clear();
    waiting_inputs_.clear();
    waiting_requests_ = 0;
    slots_.clear();
    free_slots_.clear();
    events_.clear();
    last_added_ = kNone;
    refused_ = false;
    room_at_ = kNever;
    refusals_ = 0;
}

void NetworkedMemory::add_counters(CounterSheet& sheet) const {
    network_->add_counters(sheet);
    sheet.add("noc", 0, "refusals", refusals_);
    memory_->add_counters(sheet);
}

}  // namespace npusim
