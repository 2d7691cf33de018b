// Posted writes: lines evicted from a cache, tensors evicted from a CMEM. They queue until the memory below accepts
// them.
#pragma once

#include "../model/ring.hpp"
#include "memory.hpp"

namespace npusim {

class PostedWrites {
public:
    // The tag of these writes in the memory below: no requester has it, as there are not so many units.
    static constexpr std::uint64_t kTag = ~std::uint64_t{0};

    void push(Address address) { waiting_.push(address); }
    std::size_t waiting() const { return waiting_.size(); }

    // Hands over what the memory below takes now; returns how many of them it will answer later.
    std::size_t send(Memory& below, Time now) {
        std::size_t unanswered = 0;
        while (!waiting_.empty()) {
            const Ticket ticket = below.submit({waiting_.front(), true, kTag}, now);
            if (!ticket.accepted) break;
            if (ticket.done == kNever) ++unanswered;
            waiting_.pop();
        }
        return unanswered;
    }

private:
    Ring<Address> waiting_;
};

}  // namespace npusim
