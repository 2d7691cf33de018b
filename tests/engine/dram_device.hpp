// A DRAM device all of whose timings differ, and a controller of one channel.
#pragma once

#include <map>

#include "memory/dram/channel.hpp"
#include "memory/dram/policies/table.hpp"
#include "memory/dram/protocol/rules.hpp"

namespace npusim::testing {

// Two ranks of four groups of two banks, one command bus.
inline DramSpec test_device() {
    DramSpec spec;
    spec.name = "test";
    spec.ranks = 2;
    spec.bank_groups = 4;
    spec.banks_per_group = 2;
    spec.rows = 1024;
    spec.bursts_per_row = 32;
    spec.tick_ps_numerator = 1000;
    spec.burst = 4;
    spec.bus_turn = 2;
    spec.tCL = 10;
    spec.tCWL = 8;
    spec.tRCDRD = 10;
    spec.tRCDWR = 9;
    spec.tRP = 11;
    spec.tRPab = 13;
    spec.tRAS = 25;
    spec.tRC = 36;
    spec.tRRD_S = 4;
    spec.tRRD_L = 6;
    spec.tFAW = 20;
    spec.tCCD_S = 4;
    spec.tCCD_L = 6;
    spec.tWR = 12;
    spec.tWTR_S = 3;
    spec.tWTR_L = 7;
    spec.tRTP = 5;
    spec.tPPD = 2;
    spec.tREFI = 1000;
    spec.tRFC = 100;
    spec.tREFIpb = 125;
    spec.tRFCpb = 60;
    spec.tRREFD = 15;
    return spec;
}

inline const DramSpec kDevice = test_device();
inline const Tick kReadData = kDevice.tCL + kDevice.burst, kWriteData = kDevice.tCWL + kDevice.burst;
inline const Tick kMiss = 1 + kDevice.tRCDRD + kReadData;  // a read of a closed bank, sent at tick 0

// Banks by what they share with bank 0.
constexpr std::size_t kSame = 0, kGroup = 1, kRank = 2, kOtherRank = 8;

template <class Scheduler = FrFcfs, class Page = OpenPage, class Refresh = NoRefresh>
class Controller {
public:
    explicit Controller(const DramSpec& spec = test_device(), const DramPolicy& policy = {})
        : rules_(spec, policy), channel_(rules_) {}

    // Sends a request at a tick; returns its number.
    std::uint64_t send(bool write, std::size_t bank, DramRow row, Tick now = 0) {
        channel_.run_until(now);
        accepted_ = channel_.enqueue(next_address_, bank, row, write, sent_, now);
        next_address_ += 64;
        return sent_++;
    }
    std::uint64_t read(std::size_t bank, DramRow row, Tick now = 0) { return send(false, bank, row, now); }
    std::uint64_t write(std::size_t bank, DramRow row, Tick now = 0) { return send(true, bank, row, now); }

    // When each request is done, after all of them are.
    std::map<std::uint64_t, Tick> finish() {
        while (channel_.has_requests()) channel_.run_until(channel_.next_step());
        std::map<std::uint64_t, Tick> done;
        for (const auto& [tag, tick] : channel_.completions()) done[tag] = tick;
        return done;
    }

    Accepted last() const { return accepted_; }
    auto& channel() { return channel_; }

private:
    DramRules rules_;
    DramChannel<DramPolicies<Scheduler, Page, Refresh>> channel_;
    std::int64_t next_address_ = 0;
    std::uint64_t sent_ = 0;
    Accepted accepted_ = Accepted::no;
};

}  // namespace npusim::testing
