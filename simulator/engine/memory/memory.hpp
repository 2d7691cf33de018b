// The interface of everything that answers memory requests: DRAM models now, caches and networks in front of them.
//
// Time runs forward from the beginning of a launch: the times given to submit() and advance() never decrease. The
// engine calls advance(t) whenever next_event() <= t before it submits anything at t. A model that knows at once when a
// request will be done says so in the ticket, and no event is needed; a model that has to schedule first answers kNever
// and delivers the completion from advance(), at the latest when it happens.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../measures/counters.hpp"
#include "../model/config.hpp"
#include "../model/tensors.hpp"
#include "../model/time.hpp"

namespace npusim {

// A tag names a transfer: the number of the unit that asks, counted over all cores, above that of its transfers.
constexpr int kTagUnitShift = 48;
constexpr std::uint64_t kTagTransferMask = (std::uint64_t{1} << kTagUnitShift) - 1;

struct Request {
    Address address;  // aligned to the request size, which is the same for all requests of an engine
    bool write;
    std::uint64_t tag;  // handed back with the completion
};

struct Ticket {
    bool accepted;
    Time done;  // kNever: delivered by advance() later
};

struct Completion {
    std::uint64_t tag;
    Time done;
};

// What a launch has changed in a memory that keeps data between launches.
struct LaunchEffect {
    virtual ~LaunchEffect() = default;
};

class Memory {
public:
    virtual ~Memory() = default;

    // Takes a request at time `now`, or refuses it when the queue it belongs to is full (try again after the next
    // event).
    virtual Ticket submit(const Request& request, Time now) = 0;

    // Whether submit() could take a request that it has refused; if not, it stays refused, and memory behaves as if it
    // had been submitted again.
    virtual bool may_take(const Request&, Time) { return true; }

    // When something happens that a requester can notice (a completion, room in a queue); kNever when nothing is
    // pending. May be early.
    virtual Time next_event() const = 0;

    // Simulates up to and including `now`; appends completions that are certain by then, also of times to come.
    // Ascending times are handled fastest.
    virtual void advance(Time now, std::vector<Completion>& delivered) = 0;

    // The channel that serves an address: where an interconnect has to carry the request.
    virtual std::size_t channel_of(Address address) const = 0;

    // A launch begins: no request is in flight any more (the launch before it may have been interrupted), and time is 0
    // again.
    virtual void restart() = 0;

    // The tensors of the launch that begins, after restart(). Of interest to memories that treat tensors differently.
    virtual void place_tensors(const std::vector<TensorSpan>&) {}

    // Appends what became of the launch's tensors, from memories that treat them differently.
    virtual void add_tensor_uses(std::vector<TensorUse>&) const {}

    // The launch has ended at `now`, every request is answered: ends what goes on inside. The next launch finds memory
    // idle.
    virtual void finish(Time) {}

    // Appends what a launch on these tensors would find: one with the same arguments that finds the same words takes
    // the same time. False where no words tell.
    virtual bool describe(const std::vector<TensorSpan>&, std::vector<std::int64_t>&) const { return true; }

    // The launch has ended: what it has changed; null when another one that finds the same may do something else.
    virtual std::shared_ptr<const LaunchEffect> effect() const { return std::make_shared<const LaunchEffect>(); }

    // Takes the place of a launch that finds what an earlier one did: changes what that one has changed. Does nothing
    // and says false where this one may do something else.
    virtual bool repeat(const std::vector<TensorSpan>&, const LaunchEffect&) { return true; }

    // The launch has ended: adds what its components counted since restart(). Per channel, kind "dram_channel":
    // read_requests, write_requests, busy_ps (data on the bus); models with banks add row_hits, row_misses,
    // row_conflicts, activates, precharges, refreshes.
    virtual void add_counters(CounterSheet& sheet) const = 0;
};

// The model named by config.memory.model, behind the cache, the CMEM and the interconnect that the
// configuration has, in this order; raises EngineError with the names that exist when there is no model of a name.
std::unique_ptr<Memory> make_memory(const EngineConfig& config);

}  // namespace npusim
