// Requests on their way through an interconnect, and those that DRAM has refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "dram_device.hpp"
#include "machine.hpp"
#include "memory/dram/command_memory.hpp"
#include "noc/networked_memory.hpp"

namespace npusim::testing {
namespace {

// DRAM that counts what it refuses, and may be asked again at any time.
class Counting final : public Memory {
public:
    Counting(std::unique_ptr<Memory> memory, bool tells, std::int64_t& refused)
        : memory_(std::move(memory)), tells_(tells), refused_(refused) {}

    Ticket submit(const Request& request, Time now) override {
        const Ticket ticket = memory_->submit(request, now);
        refused_ += ticket.accepted ? 0 : 1;
        return ticket;
    }
    bool may_take(const Request& request, Time now) override { return !tells_ || memory_->may_take(request, now); }
    Time next_event() const override { return memory_->next_event(); }
    void advance(Time now, std::vector<Completion>& delivered) override { memory_->advance(now, delivered); }
    std::size_t channel_of(Address address) const override { return memory_->channel_of(address); }
    void restart() override { memory_->restart(); }
    void add_counters(CounterSheet& sheet) const override { memory_->add_counters(sheet); }

private:
    std::unique_ptr<Memory> memory_;
    bool tells_;
    std::int64_t& refused_;
};

EngineConfig crowded_machine(std::int64_t waiting_requests) {
    EngineConfig config = small_machine();
    config.cores = 2;
    config.memory.channels = 4;
    config.memory.device = test_device();
    config.memory.policy.read_queue = config.memory.policy.write_queue = 4;
    config.memory.policy.waiting_requests = waiting_requests;
    config.noc.model = "simple";
    config.noc.latency_cycles = 10;
    config.noc.bytes_per_cycle = kRequest;
    config.noc.channel_requests = 8;
    return config;
}

constexpr std::size_t kRequests = 5000;

using Answers = std::vector<std::pair<std::uint64_t, Time>>;

// Answers, in order, to random reads and writes of few rows by two cores, as many at a time as memory takes.
Answers answers_to_crowd(const EngineConfig& config, bool tells, std::int64_t& refused) {
    NetworkedMemory memory(config, make_network(config),
                           std::make_unique<Counting>(make_command_memory(config), tells, refused));
    memory.restart();
    std::mt19937 random(11);
    Answers answers;
    std::vector<Completion> delivered;
    std::uint64_t taken = 0;
    for (Time now = 0; taken < kRequests || memory.next_event() != kNever; now += kCycle) {
        delivered.clear();
        if (memory.next_event() <= now) memory.advance(now, delivered);
        for (const Completion& answer : delivered) answers.emplace_back(answer.tag, answer.done);
        for (const std::uint64_t unit : {std::size_t{0}, kUnits}) {
            const auto address = static_cast<Address>(random() % 512) * kRequest;
            const Request request{address, random() % 3 == 0, unit << 48 | taken};
            if (taken < kRequests && memory.submit(request, now).accepted) ++taken;
        }
    }
    return answers;
}

TEST_CASE("DRAM that tells what it would refuse again is asked less and answers the same at the same times") {
    for (const std::int64_t waiting : {0, 2}) {
        std::int64_t refused = 0, refused_again = 0;
        const Answers answers = answers_to_crowd(crowded_machine(waiting), true, refused);
        CHECK(answers == answers_to_crowd(crowded_machine(waiting), false, refused_again));
        CHECK(answers.size() == kRequests);
        CHECK(refused < refused_again / 2);
    }
}

}  // namespace
}  // namespace npusim::testing
