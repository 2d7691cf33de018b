// The channel of an address, and the occupation of the channels' data buses, for models without DRAM commands.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "../model/error.hpp"
#include "channel_hash.hpp"
#include "memory.hpp"

namespace npusim {

// The channel of an address: blocks of `interleave_bytes` are interleaved over the channels.
class Interleaving {
public:
    explicit Interleaving(const MemoryConfig& config)
        : shift_(std::countr_zero(static_cast<std::uint64_t>(config.interleave_bytes))),
          channel_(config.channels, config.channel_hash ? config.channel_hash_function : "") {}

    std::size_t channel_of(Address address) const { return channel_(static_cast<std::uint64_t>(address) >> shift_); }

private:
    int shift_;
    ChannelOfBlock channel_;
};

// A bus that moves one request in an exact fraction of a picosecond; the fraction is carried over while the bus stays
// busy.
class Bus {
public:
    // Picoseconds per request on one of the channels.
    static Fraction transfer_time(const MemoryConfig& memory, std::int64_t request_bytes) {
        const Fraction per_byte = Fraction::of(1'000'000'000'000 * memory.channels, memory.bandwidth_bytes_per_s);
        return Fraction::of(per_byte.numerator * request_bytes, per_byte.denominator);
    }

    // Moves one request that arrives at `now`; returns when its last byte has passed, rounded up.
    Time transfer(Time now, Time whole, std::int64_t rest, std::int64_t denominator) {
        if (now > free_) {
            free_ = now;
            remainder_ = 0;
        }
        free_ += whole;
        remainder_ += rest;
        if (remainder_ >= denominator) {
            remainder_ -= denominator;
            ++free_;
        }
        return free_ + (remainder_ > 0 ? 1 : 0);
    }

    void restart() { *this = Bus{}; }

private:
    Time free_ = 0;  // free at free_ + remainder_ / denominator
    std::int64_t remainder_ = 0;
};

// The time of a bus per request, an exact fraction of a picosecond.
class RequestTime {
public:
    explicit RequestTime(Fraction time)
        : numerator_(time.numerator),
          denominator_(time.denominator),
          whole_(numerator_ / denominator_),
          rest_(numerator_ % denominator_) {}

    // Moves one request over the bus, or several; returns when the last byte has passed.
    Time pass(Bus& bus, Time now) const { return bus.transfer(now, whole_, rest_, denominator_); }
    Time pass(Bus& bus, Time now, std::int64_t requests) const {
        const std::int64_t total = numerator_ * requests;
        return bus.transfer(now, total / denominator_, total % denominator_, denominator_);
    }

    // How long a bus is busy with some requests, rounded down.
    Time of(std::int64_t requests) const { return multiply_divide(requests, numerator_, denominator_); }

private:
    std::int64_t numerator_;
    std::int64_t denominator_;
    Time whole_;
    std::int64_t rest_;
};

// One bus per channel.
class Channels {
public:
    explicit Channels(const EngineConfig& config)
        : interleaving_(config.memory),
          buses_(static_cast<std::size_t>(config.memory.channels)),
          counts_(buses_.size()),
          time_(Bus::transfer_time(config.memory, config.request_bytes)) {}

    std::size_t channel_of(Address address) const { return interleaving_.channel_of(address); }
    void restart() {
        for (Bus& bus : buses_) bus.restart();
        counts_.assign(buses_.size(), Counts{});
    }
    Time transfer(std::size_t channel, Time now, bool write) {
        ++(write ? counts_[channel].writes : counts_[channel].reads);
        return time_.pass(buses_[channel], now);
    }
    void add_counters(CounterSheet& sheet) const {
        for (std::size_t channel = 0; channel < counts_.size(); ++channel) {
            const auto [reads, writes] = counts_[channel];
            sheet.add("dram_channel", channel, "read_requests", reads);
            sheet.add("dram_channel", channel, "write_requests", writes);
            sheet.add("dram_channel", channel, "busy_ps", time_.of(reads + writes));
        }
    }

private:
    struct Counts {
        std::int64_t reads = 0;
        std::int64_t writes = 0;
    };

    Interleaving interleaving_;
    std::vector<Bus> buses_;
    std::vector<Counts> counts_;  // requests since restart(), per channel
    RequestTime time_;
};

}  // namespace npusim
