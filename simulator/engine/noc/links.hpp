// Links with finite buffers in front of them, and packets that claim a row of links.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../memory/channels.hpp"

namespace npusim {

// A link moves one packet after the other. Packets wait for it in a buffer; one that finds the buffer full waits on the
// link before.
class Link {
public:
    explicit Link(std::size_t places) : leaves_(places, 0) {}

    // When the buffer has a place for the next packet.
    Time room() const { return leaves_[next_]; }

    // Moves a packet whose head reaches the buffer at `head`, not before `allowed`; returns when its tail has passed.
    Time pass(Time head, Time allowed, const RequestTime& transfer) {
        const Time tail = transfer.pass(bus_, std::max(head, allowed));
        leaves_[next_] = tail;
        next_ = next_ + 1 == leaves_.size() ? 0 : next_ + 1;
        ++packets_;
        return tail;
    }

    void restart() {
        bus_.restart();
        std::fill(leaves_.begin(), leaves_.end(), 0);
        next_ = 0;
        packets_ = 0;
    }

    std::int64_t packets() const { return packets_; }

private:
    Bus bus_;
    std::vector<Time> leaves_;  // of the last packets, as many as the buffer has places
    std::size_t next_ = 0;      // the oldest of them
    std::int64_t packets_ = 0;
};

// All links of a network.
class Links {
public:
    Links(std::size_t count, const EngineConfig& config)
        : links_(count, Link(static_cast<std::size_t>(config.noc.buffer_requests))),
          packet_bytes_(config.request_bytes),
          transfer_(transfer_time(config)),
          whole_(transfer_.numerator / transfer_.denominator),
          passes_(transfer_) {}

    Time room(std::size_t first) const { return links_[first].room(); }

    // Follows a packet that reaches the first link of its path at `now`; `walk(visit)` calls `visit(link, hop)` for
    // every link, where `hop` is the time from its end to the next buffer. Packets claim links in the order in which
    // they are sent: one that comes from far away may keep a link waiting for it a little, but no link ever carries
    // more than its width allows.
    template <class Walk>
    Time follow(Time now, Walk walk) {
        Link* previous = nullptr;
        Time head = now, hop_before = 0;
        walk([&](std::size_t index, Time hop) {
            Link& link = links_[index];
            if (previous != nullptr) head = leave(*previous, head, link.room() - hop_before) + hop_before;
            previous = &link;
            hop_before = hop;
        });
        return previous->pass(head, 0, passes_) + hop_before;
    }

    void restart() {
        for (Link& link : links_) link.restart();
    }

    void add_counters(CounterSheet& sheet) const {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            const std::int64_t packets = links_[i].packets();
            sheet.add("noc_link", i, "data_packets", packets);
            sheet.add("noc_link", i, "data_bytes", packets * packet_bytes_);
            sheet.add("noc_link", i, "busy_ps", multiply_divide(packets, transfer_.numerator, transfer_.denominator));
        }
    }

private:
    static Fraction transfer_time(const EngineConfig& config) {
        const Fraction period = config.clock().period();
        return Fraction::of(period.numerator * config.request_bytes, period.denominator * config.noc.bytes_per_cycle);
    }

    // When the head leaves a link: the tail follows one transfer later.
    Time leave(Link& link, Time head, Time allowed) { return link.pass(head, allowed, passes_) - whole_; }

    std::vector<Link> links_;
    std::int64_t packet_bytes_;
    Fraction transfer_;  // picoseconds per packet
    Time whole_;         // of them, the whole ones
    RequestTime passes_;
};

}  // namespace npusim
