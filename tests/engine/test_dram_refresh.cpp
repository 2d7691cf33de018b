// Refresh policies of a DRAM channel: what waits for a refresh, and in which order banks are refreshed.
#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <vector>

#include "dram_device.hpp"

namespace npusim::testing {
namespace {

const auto kAllWait = [](std::size_t) { return true; };

TEST_CASE("without refresh a request never waits for one") {
    Controller<FrFcfs, OpenPage, NoRefresh> controller;
    controller.read(0, 1, kDevice.tREFI - 1);
    CHECK(controller.finish()[0] == kDevice.tREFI - 1 + kMiss);
    controller.channel().run_until(100 * kDevice.tREFI);
    CHECK(controller.channel().statistics().refreshes == 0);
}

TEST_CASE("a refresh of all banks makes a request of its rank wait for tRFC") {
    Controller<FrFcfs, OpenPage, AllBankRefresh> before, after;
    before.read(0, 1, kDevice.tREFI - 2);  // its activate is out one tick before
    CHECK(before.finish()[0] == kDevice.tREFI - 2 + kMiss);
    after.read(0, 1, kDevice.tREFI);
    CHECK(after.finish()[0] == kDevice.tREFI + kDevice.tRFC + kDevice.tRCDRD + kReadData);
}

TEST_CASE("open rows are closed before a refresh and every rank is refreshed every tREFI") {
    Controller<FrFcfs, OpenPage, AllBankRefresh> controller;
    controller.read(0, 1);
    controller.read(2, 1);
    controller.finish();
    controller.channel().run_until(3 * kDevice.tREFI + 500);
    const DramStatistics statistics = controller.channel().statistics();
    CHECK(statistics.refreshes == 3 * kDevice.ranks);
    CHECK(statistics.precharges == 1);  // of all banks
}

TEST_CASE("a refresh per bank goes round the banks and lets the others work after tRREFD") {
    Controller<FrFcfs, OpenPage, PerBankRefresh> same, other;
    same.read(0, 1, kDevice.tREFIpb);
    CHECK(same.finish()[0] == kDevice.tREFIpb + kDevice.tRFCpb + kDevice.tRCDRD + kReadData);
    other.read(1, 1, kDevice.tREFIpb);
    CHECK(other.finish()[0] == kDevice.tREFIpb + kDevice.tRREFD + kDevice.tRCDRD + kReadData);
    other.channel().run_until(40 * kDevice.tREFIpb + 100);
    CHECK(other.channel().statistics().refreshes == 40);
    PerBankRefresh refresh(kDevice);
    for (std::size_t i = 0; i < 20; ++i)
        refresh.add_due([&](const DramRefresh& due) { CHECK(due.bank == i % 16); }, kAllWait);
}

TEST_CASE("a bank's requests wait from when its refresh is due until tRFCpb after it") {
    Controller<FrFcfs, OpenPage, PerBankRefresh> controller;
    const Tick due = kDevice.tREFIpb;
    controller.read(0, 1, due - 100);
    const std::uint64_t hit = controller.read(0, 1, due);
    CHECK(controller.finish()[hit] == due + kDevice.tRP + kDevice.tRFCpb + kDevice.tRCDRD + kReadData);
    CHECK(controller.channel().statistics().precharges == 1);
}

TEST_CASE("requests for other banks go on while one is closed for its refresh and refreshed") {
    const auto last_of_stream = [](auto controller) {
        controller->read(0, 1);
        for (Tick now = 0; now < kDevice.tREFIpb + kDevice.tRP + kDevice.tRFCpb; now += kDevice.tCCD_L)
            controller->read(kRank, 1, now);
        return controller->finish().rbegin()->second;
    };
    const Tick never = last_of_stream(std::make_unique<Controller<FrFcfs, OpenPage, NoRefresh>>());
    const Tick refreshed = last_of_stream(std::make_unique<Controller<FrFcfs, OpenPage, PerBankRefresh>>());
    CHECK(refreshed >= never);
    CHECK(refreshed <= never + 2);  // precharge and refresh have the command bus for a tick each
}

TEST_CASE("banks for which nothing waits are refreshed first and each once a round") {
    IdleBankRefresh refresh(kDevice);
    std::vector<std::size_t> order;
    const auto due = [&](auto waits) {
        refresh.add_due([&](const DramRefresh& refresh) { order.push_back(refresh.bank); }, waits);
    };
    for (int i = 0; i < 3; ++i) due([](std::size_t bank) { return bank < 14; });
    CHECK(order == std::vector<std::size_t>{14, 15, 0});
    for (int i = 3; i < 16; ++i) due(kAllWait);
    CHECK(std::set<std::size_t>(order.begin(), order.end()).size() == 16);
    due([](std::size_t bank) { return bank != 15; });
    CHECK(order.back() == 15);
}

TEST_CASE("an all-bank refresh names the first bank of each rank") {
    std::vector<std::size_t> banks;
    AllBankRefresh refresh(kDevice);
    refresh.add_due([&](const DramRefresh& due) { banks.push_back(due.bank); }, kAllWait);
    CHECK(banks == std::vector<std::size_t>{0, 8});
}

}  // namespace
}  // namespace npusim::testing
