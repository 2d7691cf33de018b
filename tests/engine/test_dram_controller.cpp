// The controller of a DRAM channel: order of requests, page and refresh policies, read and write queues; closed forms
// on a device all of whose timings differ.
#include <doctest/doctest.h>

#include <random>
#include <set>

#include "dram_device.hpp"
#include "machine.hpp"
#include "memory/dram/address_map.hpp"
#include "memory/dram/completion_order.hpp"
#include "memory/dram/replay.hpp"

namespace npusim::testing {
namespace {

TEST_CASE("a read of a closed bank takes an activate, tRCD, tCL and the burst") {
    Controller controller;
    controller.read(0, 1);
    CHECK(controller.finish()[0] == kMiss);
    CHECK(controller.channel().statistics().row_misses == 1);
}

TEST_CASE("a row hit follows after tCCD_L") {
    Controller controller;
    controller.read(0, 1);
    controller.read(0, 1);
    auto done = controller.finish();
    CHECK(done[1] == kMiss + kDevice.tCCD_L);
    CHECK(controller.channel().statistics().row_hits == 1);
    CHECK(controller.channel().statistics().activates == 1);
}

TEST_CASE("a row conflict waits for tRAS and takes a precharge and an activate") {
    Controller controller;
    controller.read(0, 1);
    controller.read(0, 2);
    const Tick precharged = 1 + kDevice.tRAS;
    CHECK(controller.finish()[1] == precharged + kDevice.tRP + kDevice.tRCDRD + kReadData);
    CHECK(controller.channel().statistics().row_conflicts == 1);
    CHECK(controller.channel().statistics().precharges == 1);
}

TEST_CASE("reads of different bank groups overlap their activates") {
    Controller controller;
    for (const std::size_t bank : {0, 2, 4, 6}) controller.read(bank, 1);
    auto done = controller.finish();
    for (std::uint64_t i = 0; i < 4; ++i) CHECK(done[i] == kMiss + static_cast<Tick>(i) * kDevice.tRRD_S);
}

TEST_CASE("the fifth bank waits for tFAW") {
    Controller controller;
    for (const std::size_t bank : {0, 2, 4, 6, 1}) controller.read(bank, 1);
    CHECK(controller.finish()[4] == kMiss + kDevice.tFAW);
}

TEST_CASE("fr_fcfs serves a later row hit before an older request for another row and fcfs does not") {
    const auto order = [](auto controller) {
        controller->read(0, 1);
        controller->read(0, 2);
        controller->read(0, 1);
        return controller->finish();
    };
    auto reordered = order(std::make_unique<Controller<FrFcfs>>());
    CHECK(reordered[2] < reordered[1]);
    CHECK(reordered[2] == kMiss + kDevice.tCCD_L);
    auto in_order = order(std::make_unique<Controller<Fcfs>>());
    CHECK(in_order[1] < in_order[2]);
    CHECK(in_order[1] == 1 + kDevice.tRAS + kDevice.tRP + kDevice.tRCDRD + kReadData);
}

TEST_CASE("fcfs keeps the order of banks and takes as long as fr_fcfs for a stream of hits") {
    Controller<FrFcfs> any;
    Controller<Fcfs> in_order;
    for (int i = 0; i < 30; ++i) {
        any.read(0, 1);
        in_order.read(0, 1);
    }
    CHECK(any.finish() == in_order.finish());
}

TEST_CASE("of requests that are ready the oldest goes first") {
    Controller controller;
    for (const std::size_t bank : {0, 2}) controller.read(bank, 1);
    controller.finish();
    const Tick later = 200;
    controller.read(2, 1, later);
    controller.read(0, 1, later);
    auto done = controller.finish();
    CHECK(done[2] == later + 1 + kReadData);
    CHECK(done[3] == done[2] + kDevice.tCCD_S);
}

TEST_CASE("reads go before writes until the write queue is nearly full") {
    DramPolicy policy;
    policy.write_queue = 5;  // drained when more than 4 wait
    for (const int writes : {4, 5}) {
        Controller controller(kDevice, policy);
        const auto read = controller.read(0, 1);
        for (int i = 0; i < writes; ++i) controller.write(2, 1);
        auto done = controller.finish();
        CHECK((done[read] < done[1]) == (writes == 4));
    }
}

TEST_CASE("writes are drained when there is nothing to read") {
    Controller controller;
    controller.write(0, 1);
    CHECK(controller.finish()[0] == 1 + kDevice.tRCDWR + kWriteData);
}

TEST_CASE("a read of what waits to be written and a write of it are answered at once") {
    DramPolicy policy;
    const DramRules rules(kDevice, policy);
    DramChannel<DramPolicies<FrFcfs, OpenPage, NoRefresh>> channel(rules);
    CHECK(channel.enqueue(64, 0, 1, true, 0, 0) == Accepted::queued);
    CHECK(channel.enqueue(64, 0, 1, false, 1, 0) == Accepted::at_once);
    CHECK(channel.enqueue(64, 0, 1, true, 2, 0) == Accepted::at_once);
    CHECK(channel.enqueue(128, 0, 1, false, 3, 0) == Accepted::queued);
    CHECK(channel.statistics().forwarded_reads == 1);
    CHECK(channel.statistics().replaced_writes == 1);
}

TEST_CASE("a full queue refuses and has room when a request has left it") {
    DramPolicy policy;
    policy.read_queue = 2;
    Controller controller(kDevice, policy);
    controller.read(0, 1);
    controller.read(0, 1);
    CHECK(controller.last() == Accepted::queued);
    controller.read(0, 1);
    CHECK(controller.last() == Accepted::no);
    CHECK(controller.channel().run_until_room<false>(0) == 1);  // the first has its activate
    controller.read(0, 1, 1);
    CHECK(controller.last() == Accepted::queued);
}

TEST_CASE("open pages keep a row for later and closed pages do not") {
    Controller<FrFcfs, OpenPage> open;
    Controller<FrFcfs, ClosedPage> closed;
    const auto twice = [](auto& controller, DramRow second) {
        controller.read(0, 1);
        controller.finish();
        controller.read(0, second, 500);
        return controller.finish()[1] - 500;
    };
    CHECK(twice(open, 1) == 1 + kReadData);
    CHECK(twice(closed, 1) == kMiss);
    CHECK(open.channel().statistics().activates == 1);
    CHECK(closed.channel().statistics().activates == 2);
    CHECK(closed.channel().statistics().precharges == 2);
    Controller<FrFcfs, OpenPage> open_again;
    CHECK(twice(open_again, 2) == 1 + kDevice.tRP + kDevice.tRCDRD + kReadData);
}

TEST_CASE("a closed page stays open as long as a request wants its row") {
    Controller<FrFcfs, ClosedPage> controller;
    for (int i = 0; i < 5; ++i) controller.read(0, 1);
    controller.finish();
    CHECK(controller.channel().statistics().activates == 1);
    CHECK(controller.channel().statistics().row_hits == 4);
    CHECK(controller.channel().statistics().precharges == 1);
}

TEST_CASE("policies are found by their names and a wrong one names those that exist") {
    const auto with = [](auto change) {
        DramPolicy policy;
        change(policy);
        const std::vector<std::int64_t> addresses(100, 0);
        return replay(kDevice, policy, 1, addresses.data(), nullptr, addresses.size(), 1, [] { return false; }).ticks;
    };
    CHECK(with([](DramPolicy&) {}) == with([](DramPolicy& p) { p.scheduler = "fcfs"; }));
    CHECK_THROWS_WITH(with([](DramPolicy& p) { p.scheduler = "sjf"; }),
                      "engine configuration: there is no memory.scheduler 'sjf'; there are: fr_fcfs, fcfs");
    CHECK_THROWS_WITH(with([](DramPolicy& p) { p.page = "ajar"; }),
                      "engine configuration: there is no memory.page_policy 'ajar'; there are: open, closed");
    CHECK_THROWS_WITH(
        with([](DramPolicy& p) { p.refresh = "never"; }),
        "engine configuration: there is no memory.refresh 'never'; there are: all_bank, per_bank, idle_bank, "
        "none");
    DramSpec without = test_device();
    without.tRFCpb = 0;
    CHECK_THROWS_AS(PerBankRefresh::check(without), EngineError);
}

// Requests in random order to random banks and rows: each is answered once, not before it could be.
template <class Scheduler, class Page, class Refresh>
void check_random_requests(bool split_command_bus) {
    DramSpec spec = test_device();
    spec.split_command_bus = split_command_bus;
    std::mt19937 random(7);
    Controller<Scheduler, Page, Refresh> controller(spec);
    std::map<std::uint64_t, Tick> sent;
    Tick now = 0;
    for (int i = 0; i < 600; ++i) {
        now += static_cast<Tick>(random() % 12);
        const std::size_t bank = random() % 16;
        const auto row = static_cast<DramRow>(random() % 3);
        const auto number = controller.send(random() % 3 == 0, bank, row, now);
        if (controller.last() == Accepted::queued) sent[number] = now;
    }
    const auto done = controller.finish();
    REQUIRE(done.size() == sent.size());
    for (const auto& [number, tick] : done) CHECK(tick > sent.at(number) + kWriteData);
    const DramStatistics counted = controller.channel().statistics();
    CHECK(counted.reads + counted.writes == static_cast<std::int64_t>(sent.size()));
    CHECK(counted.row_hits + counted.row_misses + counted.row_conflicts == counted.reads + counted.writes);
}

TEST_CASE_TEMPLATE("every request is answered once under every policy", Policies,
                   DramPolicies<FrFcfs, OpenPage, AllBankRefresh>, DramPolicies<FrFcfs, ClosedPage, PerBankRefresh>,
                   DramPolicies<Fcfs, OpenPage, AllBankRefresh>, DramPolicies<Fcfs, ClosedPage, PerBankRefresh>,
                   DramPolicies<FrFcfs, OpenPage, IdleBankRefresh>, DramPolicies<Fcfs, OpenPage, IdleBankRefresh>) {
    for (const bool split : {false, true})
        check_random_requests<typename Policies::Scheduler, typename Policies::Page, typename Policies::Refresh>(split);
}

TEST_CASE("a stream of row hits comes at the rate of tCCD_L within one group and of tCCD_S round the groups") {
    const auto ticks = [](std::initializer_list<std::size_t> banks) {
        Controller controller;
        for (int i = 0; i < 6; ++i)
            for (const std::size_t bank : banks) controller.read(bank, 1);
        Tick last = 0;
        for (const auto& [number, tick] : controller.finish()) last = std::max(last, tick);
        return last;
    };
    CHECK(ticks({0}) == kMiss + 5 * kDevice.tCCD_L);
    CHECK(ticks({0, 2, 4, 6}) == kMiss + 23 * kDevice.tCCD_S);
}

TEST_CASE("mappings say which bank and row an address has") {
    DramPolicy policy;
    const AddressMap plain(kDevice, policy, 2);  // row, bank, group, rank, column, channel
    const auto at = [&](std::int64_t burst) { return plain.locate(burst * 64); };
    CHECK(at(0).channel == 0);
    CHECK(at(1).channel == 1);
    CHECK(at(2).column == 1);
    CHECK(at(2 * 32).bank == 8);
    CHECK(at(2 * 64).bank == 2);
    CHECK(at(2 * 32 * 16).row == 1);
    policy.mapping = "MOP4CLXOR";
    const AddressMap mop(kDevice, policy, 1);
    std::map<std::size_t, int> bursts;
    for (std::int64_t burst = 0; burst < 4 * 16; ++burst) ++bursts[mop.locate(burst * 64).bank];
    CHECK(bursts.size() == 16);
    for (const auto& [bank, count] : bursts) CHECK(count == 4);
    policy.mapping = "nonsense";
    CHECK_THROWS_AS((AddressMap{kDevice, policy, 1}), EngineError);
}

TEST_CASE("every address of a small device has a place of its own") {
    for (const char* mapping : {"RoBaRaCoCh", "MOP4CLXOR"}) {
        DramPolicy policy;
        policy.mapping = mapping;
        const AddressMap map(kDevice, policy, 4);
        std::set<std::tuple<int, int, unsigned, unsigned>> places;
        for (std::int64_t burst = 0; burst < 4 * 16 * 32 * 4; ++burst) {
            const DramLocation at = map.locate(burst * 64);
            places.insert({at.channel, at.bank, at.row, at.column});
        }
        CHECK(places.size() == 4 * 16 * 32 * 4);
    }
}

TEST_CASE("locations near each other are those of the map for any channels, hash and mapping") {
    std::mt19937 random(11);
    for (const char* mapping : {"RoBaRaCoCh", "MOP4CLXOR", "RoBaCoBgRaChXOR", "RoCoBaBgRaCoChPoly"})
        for (const std::int64_t channels : {1, 4, 6, 64}) {
            DramPolicy policy;
            policy.mapping = mapping;
            policy.channel_hash = channels != 6;
            if (channels == 4) policy.channel_hash_function = "polynomial";
            policy.interleave_bytes = 256;
            const AddressMap map(kDevice, policy, channels);
            NearbyLocations nearby(map, 64, 256);
            std::int64_t at = 0;
            for (int i = 0; i < 1000; ++i) {
                at = random() % 8 == 0 ? static_cast<std::int64_t>(random() % (1 << 26)) * 64 : at + 64;
                const DramLocation found = nearby.locate(at, random() % 2), wanted = map.locate(at);
                const auto place = [](const DramLocation& l) { return std::tuple(l.row, l.column, l.channel, l.bank); };
                REQUIRE(place(found) == place(wanted));
            }
        }
}

TEST_CASE("completions are put in the order of time and then of tags however they lie") {
    std::mt19937 random(3);
    for (const int spread : {5, 1000}) {
        std::vector<DramCompletion> batch;
        for (std::uint64_t i = 0; i < 200; ++i) batch.push_back({random() % 50, static_cast<Tick>(random() % spread)});
        auto expected = batch;
        const auto key = [](const DramCompletion& c) { return std::pair(c.done, c.tag); };
        std::ranges::sort(expected, {}, key);
        CompletionOrder().sort(batch);
        CHECK(std::ranges::equal(batch, expected, {}, key, key));
    }
}

TEST_CASE("a replay ends early when it is interrupted and counts latencies from the first possible command") {
    const std::vector<std::int64_t> addresses{0, 64, 1 << 20};
    DramPolicy policy;
    policy.refresh = "none";
    const auto result =
        replay(kDevice, policy, 1, addresses.data(), nullptr, addresses.size(), 1, [] { return false; });
    CHECK(result.answered_reads == 3);
    CHECK(result.total.reads == 3);
    CHECK(result.latency_max >= kDevice.tRCDRD + kReadData);
    const auto none = replay(kDevice, policy, 1, addresses.data(), nullptr, addresses.size(), 1, [] { return true; });
    CHECK(none.answered_reads == 0);
}

TEST_CASE("a core behind command-level DRAM waits for the commands and the latency") {
    EngineConfig config = small_machine();
    config.memory.model = "command";
    config.memory.device = test_device();
    config.memory.policy.refresh = "none";
    const auto one = run(config, program({load()}), {block(0, 0, 1)});
    CHECK(one.cycles == kMiss + 100);
    CHECK(total(one.counters, "dram_channel", "row_misses") == 1);
    const auto eight = run(config, program({load()}), {block(0, 0, 8)});
    CHECK(eight.cycles == kMiss + 7 * kDevice.tCCD_L + 100);
    CHECK(total(eight.counters, "dram_channel", "row_hits") == 7);
}

}  // namespace
}  // namespace npusim::testing
