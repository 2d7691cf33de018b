#include "command_memory.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "../../model/error.hpp"
#include "../../model/ring.hpp"
#include "address_map.hpp"
#include "channel.hpp"
#include "completion_order.hpp"
#include "policies/table.hpp"

namespace npusim {
namespace {

const DramSpec& checked_device(const EngineConfig& config) {
    const MemoryConfig& memory = config.memory;
    if (!memory.device) throw EngineError("engine configuration: the memory model 'command' needs memory.device");
    memory.device->check();
    if (config.request_bytes != memory.device->burst_bytes)
        throw EngineError("engine configuration: request_bytes is " + std::to_string(config.request_bytes) +
                          ", but a burst of DRAM device '" + memory.device->name + "' has " +
                          std::to_string(memory.device->burst_bytes) + " bytes; make them equal");
    return *memory.device;
}

template <class Policies>
class CommandMemory final : public Memory {
public:
    explicit CommandMemory(const EngineConfig& config);

    Ticket submit(const Request& request, Time now) override;
    bool may_take(const Request& request, Time now) override;
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
        std::optional<DramChannel<Policies>> channel;
        bool refused = false;                    // a request since the last event
        bool any_waiting = false;                // in front of its channel
        std::array<Ring<Located>, 2> waiting{};  // reads, writes: in front of their queue while it is full

        void restart(const DramRules& rules) {
            channel.emplace(rules);
            refused = any_waiting = false;
            for (Ring<Located>& requests : waiting) requests.clear();
        }
    };

    static Accepted enqueue(Port& port, const Located& located, Tick now);
    static void run(Port& port, Tick now);
    static void hand_over(Port& port, Tick now);

    Tick tick_at_or_after(Time time);
    Time time_of(Tick tick) const { return by_denominator_.floor(tick * period_.numerator + period_.denominator - 1); }
    void expect(const Port& port);

    DramRules rules_;
    bool counts_banks_;
    std::int64_t waiting_requests_;  // of a kind, in front of a channel
    AddressMap map_;
    NearbyLocations locations_;  // of reads, of writes
    Fraction period_;            // picoseconds per tick
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

template <class Policies>
CommandMemory<Policies>::CommandMemory(const EngineConfig& config)
    : rules_(checked_device(config), config.memory.policy),
      counts_banks_(config.dram_bank_counters),
      waiting_requests_(config.memory.policy.waiting_requests),
      map_(rules_.spec, config.memory.policy, config.memory.channels),
      locations_(map_, rules_.spec.burst_bytes, config.memory.policy.interleave_bytes),
      period_(Fraction::of(rules_.spec.tick_ps_numerator, rules_.spec.tick_ps_denominator)),
      by_denominator_(period_.denominator),
      latency_(config.memory.latency_ps),
      ports_(static_cast<std::size_t>(config.memory.channels)) {
    restart();
}

template <class Policies>
void CommandMemory<Policies>::restart() {
    for (Port& port : ports_) port.restart(rules_);
    next_ = kNever;
    next_answer_ = kNeverTick;
    last_time_ = -1;
}

template <class Policies>
Tick CommandMemory<Policies>::tick_at_or_after(Time time) {
    if (time != last_time_) {
        last_time_ = time;
        last_tick_ = multiply_divide(time, period_.denominator, period_.numerator);
        if (time_of(last_tick_) < time) ++last_tick_;
    }
    return last_tick_;
}

// A requester may notice something of this channel even if nothing is submitted any more.
template <class Policies>
void CommandMemory<Policies>::expect(const Port& port) {
    const DramChannel<Policies>& channel = *port.channel;
    if (port.refused) {
        next_ = std::min(next_, time_of(channel.next_step()));
    } else if (const Tick answer = channel.next_step() + channel.least_latency();
               answer < next_answer_ && channel.has_requests()) {
        next_answer_ = answer;
        next_ = std::min(next_, time_of(answer) + latency_);
    }
}

template <class Policies>
Accepted CommandMemory<Policies>::enqueue(Port& port, const Located& located, Tick now) {
    const auto& [request, at] = located;
    return port.channel->enqueue(request.address, at.bank, at.row, request.write, request.tag, now);
}

template <class Policies>
void CommandMemory<Policies>::run(Port& port, Tick now) {
    DramChannel<Policies>& channel = *port.channel;
    while (port.any_waiting && channel.next_step() <= now) {
        const Tick step = channel.next_step();
        channel.run_until(step);
        hand_over(port, step);
    }
    channel.run_until(now);
}

// The queues take what they have room for. What the write queue answers counts as answered by the device, so that a
// channel with waiting requests needs no events of its own.
template <class Policies>
void CommandMemory<Policies>::hand_over(Port& port, Tick now) {
    for (Ring<Located>& waiting : port.waiting) {
        for (; !waiting.empty(); waiting.pop()) {
            const Accepted accepted = enqueue(port, waiting.front(), now);
            if (accepted == Accepted::no) break;
            if (accepted == Accepted::at_once)
                port.channel->completions().push({waiting.front().request.tag, now + port.channel->least_latency()});
        }
    }
    port.any_waiting = !port.waiting[0].empty() || !port.waiting[1].empty();
}

template <class Policies>
Ticket CommandMemory<Policies>::submit(const Request& request, Time now) {
    const Located located{request, locations_.locate(request.address, request.write)};
    Port& port = ports_[located.at.channel];
    if (DramLocation next; locations_.find_next_block(request.address, request.write, next))
        ports_[next.channel].channel->prefetch(next.bank, request.write);
    const Tick tick = tick_at_or_after(now);
    run(port, tick);
    Ring<Located>& waiting = port.waiting[request.write];
    Accepted accepted = waiting.empty() ? enqueue(port, located, tick) : Accepted::no;
    if (accepted == Accepted::at_once) return {true, time_of(tick + 1) + latency_};
    if (accepted == Accepted::no && static_cast<std::int64_t>(waiting.size()) < waiting_requests_) {
        waiting.push(located);
        port.any_waiting = true;
        accepted = Accepted::queued;
    }
    port.refused |= accepted == Accepted::no;
    expect(port);
    return {accepted == Accepted::queued, kNever};
}

// A full queue still answers at once what waits to be written.
template <class Policies>
bool CommandMemory<Policies>::may_take(const Request& request, Time now) {
    Port& port = ports_[map_.channel_of(request.address)];
    run(port, tick_at_or_after(now));
    const auto waiting = static_cast<std::int64_t>(port.waiting[request.write].size());
    if (waiting < waiting_requests_ || (waiting == 0 && !port.channel->is_full(request.write)) ||
        port.channel->may_have_write(request.address))
        return true;
    port.refused = true;
    expect(port);
    return false;
}

template <class Policies>
void CommandMemory<Policies>::advance(Time now, std::vector<Completion>& delivered) {
    const Tick tick = tick_at_or_after(now);
    next_ = kNever;
    next_answer_ = kNeverTick;
    batch_.clear();
    for (Port& port : ports_) {
        run(port, tick);
        port.refused = false;
        port.channel->completions().move_to(batch_);
        expect(port);
    }
    order_.sort(batch_);
    delivered.reserve(delivered.size() + batch_.size());
    Tick last = -1;
    Time time = 0;
    for (const auto& [tag, done] : batch_) {
        if (done != last) time = time_of(last = done) + latency_;
        delivered.push_back({tag, time});
    }
}

template <class Policies>
void CommandMemory<Policies>::add_counters(CounterSheet& sheet) const {
    for (std::size_t i = 0; i < ports_.size(); ++i) {
        const DramStatistics& counted = ports_[i].channel->statistics();
        const auto add = [&](const char* name, std::int64_t value) { sheet.add("dram_channel", i, name, value); };
        add("read_requests", counted.reads + counted.forwarded_reads);
        add("write_requests", counted.writes + counted.replaced_writes);
        add("forwarded_reads", counted.forwarded_reads);
        add("replaced_writes", counted.replaced_writes);
        // Ranks that are pseudo channels have a data bus each; the time is that of one.
        add("busy_ps", time_of((counted.reads + counted.writes) * rules_.spec.burst /
                               (rules_.spec.split_command_bus ? rules_.spec.ranks : 1)));
        add("row_hits", counted.row_hits);
        add("row_misses", counted.row_misses);
        add("row_conflicts", counted.row_conflicts);
        add("activates", counted.activates);
        add("precharges", counted.precharges);
        add("refreshes", counted.refreshes);
        const auto banks = counts_banks_ ? static_cast<std::size_t>(rules_.spec.banks()) : 0;
        for (std::size_t bank = 0; bank < banks; ++bank)
            sheet.add("dram_bank", i * banks + bank, "activates", ports_[i].channel->activates_of_bank(bank));
    }
}

}  // namespace

std::unique_ptr<Memory> make_command_memory(const EngineConfig& config) {
    const auto make = [&]<class Scheduler, class Page, class Refresh>() -> std::unique_ptr<Memory> {
        return std::make_unique<CommandMemory<DramPolicies<Scheduler, Page, Refresh>>>(config);
    };
    return with_dram_policies<std::unique_ptr<Memory>>(checked_device(config), config.memory.policy, make);
}

}  // namespace npusim
