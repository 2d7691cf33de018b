// Timing constraints of DRAM: those of the standards one by one, and the state of a channel against the table.
#include <doctest/doctest.h>

#include <random>

#include "dram_device.hpp"
#include "memory/dram/state.hpp"

namespace npusim::testing {
namespace {

using enum DramCommand;

// Ticks from a command to bank 0 to the first tick at which another may go to `bank`; all banks were opened long ago,
// but for those that the commands need closed.
Tick gap(DramCommand preceding, DramCommand following, std::size_t bank, DramSpec spec = test_device()) {
    const DramTimings timings(spec);
    DramState state(timings);
    Tick now = 1000;
    const auto open = [&](std::size_t which) {
        if (!state.is_open(which)) state.issue(activate, which, 1, std::exchange(now, now + 1000));
    };
    if (is_column(preceding) || preceding == precharge) open(kSame);
    if (is_column(following) && bank != kSame) open(bank);
    const Tick issued = std::max(now, state.earliest(preceding, kSame));
    state.issue(preceding, kSame, 1, issued);
    return state.earliest(following, bank) - issued;
}

TEST_CASE("tRCD of reads and of writes") {
    CHECK(gap(activate, read, kSame) == kDevice.tRCDRD);
    CHECK(gap(activate, write, kSame) == kDevice.tRCDWR);
}

TEST_CASE("tRAS, and tRC between activates of a bank") {
    CHECK(gap(activate, precharge, kSame) == kDevice.tRAS);
    CHECK(gap(activate, precharge_all, kSame) == kDevice.tRAS);
    CHECK(gap(activate, activate, kSame) == kDevice.tRC);
    CHECK(gap(activate, refresh_all, kSame) == kDevice.tRC);
    CHECK(gap(activate, refresh_bank, kSame) == kDevice.tRC);
}

TEST_CASE("tRRD_L within a bank group, tRRD_S within a rank and none between ranks") {
    CHECK(gap(activate, activate, kGroup) == kDevice.tRRD_L);
    CHECK(gap(activate, activate, kRank) == kDevice.tRRD_S);
    CHECK(gap(activate, activate, kOtherRank) == 1);
    CHECK(gap(activate, refresh_bank, kRank) == kDevice.tRRD_S);
}

TEST_CASE("tRP and tRPab") {
    CHECK(gap(precharge, activate, kSame) == kDevice.tRP);
    CHECK(gap(precharge, refresh_all, kRank) == kDevice.tRP);
    CHECK(gap(precharge_all, activate, kRank) == kDevice.tRPab);
    CHECK(gap(precharge_all, refresh_bank, kRank) == kDevice.tRP);
    CHECK(gap(precharge, precharge, kRank) == kDevice.tPPD);
    CHECK(gap(precharge_all, precharge, kRank) == kDevice.tPPD);
}

TEST_CASE("tCCD_L within a bank group, tCCD_S within a rank, for reads and for writes") {
    for (const DramCommand command : {read, write}) {
        CHECK(gap(command, command, kSame) == kDevice.tCCD_L);
        CHECK(gap(command, command, kGroup) == kDevice.tCCD_L);
        CHECK(gap(command, command, kRank) == kDevice.tCCD_S);
        CHECK(gap(command, command, kOtherRank) == 1);
    }
}

TEST_CASE("a burst that is longer than tCCD keeps the data bus") {
    DramSpec spec = test_device();
    spec.burst = 8;
    CHECK(gap(read, read, kRank, spec) == 8);
    CHECK(gap(write, write, kGroup, spec) == 8);
}

TEST_CASE("tWTR counts from the end of written data") {
    CHECK(gap(write, read, kSame) == kDevice.tCWL + kDevice.burst + kDevice.tWTR_L);
    CHECK(gap(write, read, kGroup) == kDevice.tCWL + kDevice.burst + kDevice.tWTR_L);
    CHECK(gap(write, read, kRank) == kDevice.tCWL + kDevice.burst + kDevice.tWTR_S);
}

TEST_CASE("the data of a write follow those of a read and the turn of the bus") {
    for (const std::size_t bank : {kSame, kGroup, kRank})
        CHECK(gap(read, write, bank) == kDevice.tCL + kDevice.burst + kDevice.bus_turn - kDevice.tCWL);
}

TEST_CASE("tRTP, and tWR from the end of written data") {
    CHECK(gap(read, precharge, kSame) == kDevice.tRTP);
    CHECK(gap(read, precharge_all, kSame) == kDevice.tRTP);
    CHECK(gap(write, precharge, kSame) == kDevice.tCWL + kDevice.burst + kDevice.tWR);
    CHECK(gap(write, precharge_all, kSame) == kDevice.tCWL + kDevice.burst + kDevice.tWR);
}

TEST_CASE("a column command that precharges takes tRTP or tWR and then tRP") {
    CHECK(gap(read_precharge, activate, kSame) == kDevice.tRTP + kDevice.tRP);
    CHECK(gap(read_precharge, refresh_bank, kSame) == kDevice.tRTP + kDevice.tRP);
    const Tick recovery = kDevice.tCWL + kDevice.burst + kDevice.tWR;
    CHECK(gap(write_precharge, activate, kSame) == recovery + kDevice.tRP);
    CHECK(gap(write_precharge, refresh_bank, kSame) == recovery + kDevice.tRP);
    CHECK(gap(write_precharge, refresh_all, kRank) >= recovery + kDevice.tRP);
}

TEST_CASE("tRFC of a rank, tRFCpb of a bank and tRREFD of its neighbours") {
    CHECK(gap(refresh_all, activate, kRank) == kDevice.tRFC);
    CHECK(gap(refresh_all, refresh_all, kSame) == kDevice.tRFC);
    CHECK(gap(refresh_all, activate, kOtherRank) == 1);
    CHECK(gap(refresh_bank, activate, kSame) == kDevice.tRFCpb);
    CHECK(gap(refresh_bank, refresh_bank, kSame) == kDevice.tRFCpb);
    CHECK(gap(refresh_bank, activate, kRank) == kDevice.tRREFD);
    CHECK(gap(refresh_bank, refresh_bank, kRank) == kDevice.tRREFD);
}

TEST_CASE("the fifth activate of a rank waits until tFAW is over") {
    const DramTimings timings(kDevice);
    DramState state(timings);
    std::vector<Tick> issued;
    for (const std::size_t bank : {0, 2, 4, 6, 1, 3}) {
        issued.push_back(std::max<Tick>(100, state.earliest(activate, bank)));
        state.issue(activate, bank, 1, issued.back());
    }
    CHECK(issued[3] == issued[0] + 3 * kDevice.tRRD_S);
    CHECK(issued[4] == issued[0] + kDevice.tFAW);
    CHECK(issued[5] == issued[1] + kDevice.tFAW);
}

TEST_CASE("gaps count from end to end of commands that take several ticks") {
    DramSpec spec = test_device();
    spec.activate_ticks = 4;
    spec.column_ticks = 2;
    CHECK(gap(activate, read, kSame, spec) == spec.tRCDRD + 4 - 2);
    CHECK(gap(activate, activate, kSame, spec) == spec.tRC);
    CHECK(gap(read, precharge, kSame, spec) == spec.tRTP + 2 - 1);
    CHECK(gap(precharge, activate, kSame, spec) == spec.tRP + 1 - 4);
    CHECK(gap(activate, activate, kOtherRank, spec) == 4);  // on the bus
}

TEST_CASE("row and column commands share a bus or have one each") {
    DramSpec spec = test_device();
    spec.column_ticks = 3;
    CHECK(gap(read, activate, kOtherRank, spec) == 3);
    spec.split_command_bus = true;
    CHECK(gap(read, activate, kOtherRank, spec) < 0);
    CHECK(gap(read, read, kOtherRank, spec) == 3);
}

TEST_CASE("a bank's state allows only what can follow") {
    const DramTimings timings(kDevice);
    DramState state(timings);
    CHECK(!state.is_legal(read, 0));
    CHECK(state.is_legal(activate, 0));
    CHECK(state.is_legal(refresh_all, 0));
    state.issue(activate, 0, 7, 100);
    CHECK(state.row(0) == 7);
    CHECK(state.is_legal(write_precharge, 0));
    CHECK(!state.is_legal(activate, 0));
    CHECK(!state.is_legal(refresh_bank, 0));
    CHECK(!state.is_legal(refresh_all, 1));
    CHECK(state.is_legal(refresh_all, kOtherRank));
    state.issue(precharge_all, 1, 0, 200);
    CHECK(!state.is_open(0));
    CHECK(state.open_banks(0) == 0);
}

// What the table says of a command, from all commands that were sent.
class History {
public:
    explicit History(const DramTimings& timings) : timings_(timings) {}

    void add(DramCommand command, std::size_t bank, Tick now) {
        sent_.push_back({command, bank, now});
        if (command == read_precharge) sent_.push_back({read, bank, now});
        if (command == write_precharge) sent_.push_back({write, bank, now});
    }

    Tick earliest(DramCommand command, std::size_t bank) const {
        if (command == read_precharge) return earliest(read, bank);
        if (command == write_precharge) return earliest(write, bank);
        Tick result = std::max(from_table(command, bank), bus_free());
        if (command == precharge_all)
            for (std::size_t other = 0; other < timings_.banks; ++other)
                if (timings_.place_of[other].rank == timings_.place_of[bank].rank)
                    result = std::max(result, from_table(precharge, other));
        return result;
    }

private:
    struct Sent {
        DramCommand command;
        std::size_t bank;
        Tick tick;
    };

    Tick bus_free() const {
        if (sent_.empty()) return 0;
        const Sent& last = sent_.back();
        if (last.command == activate) return last.tick + timings_.activate_bus;
        return last.tick + (is_column(last.command) ? timings_.column_bus : timings_.row_bus);
    }

    bool share(DramLevel level, std::size_t a, std::size_t b) const {
        const BankPlace left = timings_.place_of[a], right = timings_.place_of[b];
        if (level == DramLevel::bank) return a == b;
        return level == DramLevel::rank ? left.rank == right.rank : left.group == right.group;
    }

    Tick from_table(DramCommand command, std::size_t bank) const {
        Tick result = 0;
        for (std::size_t i = 0; i < kDramConstraints.size(); ++i) {
            const DramConstraint& c = kDramConstraints[i];
            if (c.following != command) continue;
            std::size_t seen = 0;
            for (auto sent = sent_.rbegin(); sent != sent_.rend(); ++sent)
                if (sent->command == c.preceding && share(c.level, sent->bank, bank) && ++seen == c.window)
                    result = std::max(result, sent->tick + timings_.gap[i]);
        }
        return result;
    }

    const DramTimings& timings_;
    std::vector<Sent> sent_;
};

DramSpec random_device(std::mt19937& random) {
    DramSpec spec = test_device();
    for (const DramTimingKey& key : kDramTimingKeys) spec.*key.ticks = key.least + static_cast<Tick>(random() % 40);
    spec.activate_ticks = 1 + static_cast<Tick>(random() % 2);
    spec.column_ticks = 1 + static_cast<Tick>(random() % 2);
    spec.row_ticks = 1;
    spec.tRC = spec.tRAS + spec.tRP;
    return spec;
}

TEST_CASE("the state of a channel is what the table says of all that was sent") {
    std::mt19937 random(1);
    for (int device = 0; device < 30; ++device) {
        const DramSpec spec = random_device(random);
        const DramTimings timings(spec);
        DramState state(timings);
        History history(timings);
        Tick now = 0;
        for (int sent = 0; sent < 60;) {
            const auto command = static_cast<DramCommand>(random() % kDramCommandNames.size());
            const std::size_t bank = random() % timings.banks;
            if (!state.is_legal(command, bank)) continue;
            const Tick earliest = state.earliest(command, bank);
            REQUIRE(std::max<Tick>(0, earliest) == std::max<Tick>(0, history.earliest(command, bank)));
            now = std::max(now, earliest) + static_cast<Tick>(random() % 3);
            state.issue(command, bank, 1, now);
            history.add(command, bank, now);
            ++sent;
        }
    }
}

TEST_CASE("a device that cannot be is refused by the name of its number") {
    DramSpec spec = test_device();
    CHECK_NOTHROW(spec.check());
    spec.tRCDRD = 0;
    CHECK_THROWS_WITH(spec.check(), "DRAM device 'test': tRCDRD is 0 ticks; it must be from 1 to 16777216");
    spec = test_device();
    spec.tREFI = 200;  // two ranks' tRFC
    CHECK_THROWS_AS(spec.check(), EngineError);
    spec = test_device();
    spec.bank_groups = 3;
    CHECK_THROWS_AS(spec.check(), EngineError);
}

}  // namespace
}  // namespace npusim::testing
