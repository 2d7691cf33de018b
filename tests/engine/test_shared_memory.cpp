// Caches and their replacement, memories with bounded queues, interconnects.
#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <random>
#include <set>

#include "machine.hpp"
#include "memory/banks.hpp"
#include "memory/cache/replacement.hpp"
#include "memory/channels.hpp"
#include "memory/memory.hpp"
#include "noc/crossbar.hpp"
#include "noc/event_queue.hpp"
#include "noc/mesh.hpp"

namespace npusim::testing {
namespace {

constexpr std::uint64_t kAll = 0b1111;

std::unique_ptr<Replacement> four_ways(const std::string& policy) {
    auto made = make_replacement(policy, 2, 4);
    for (std::size_t way = 0; way < 4; ++way) made->fill(1, way);
    return made;
}

TEST_CASE("lru gives up the line that was used longest ago and fifo the one that came first") {
    auto lru = four_ways("lru"), fifo = four_ways("fifo");
    for (Replacement* policy : {lru.get(), fifo.get()}) policy->touch(1, 0);
    CHECK(lru->victim(1, kAll) == 1);
    CHECK(fifo->victim(1, kAll) == 0);
    CHECK(lru->victim(1, 0b0101) == 2);
    CHECK(fifo->victim(1, 0b1000) == 3);
}

TEST_CASE("lru keeps the order of each set apart") {
    auto lru = four_ways("lru");
    for (std::size_t way : {3, 2, 1, 0}) lru->fill(0, way);
    CHECK(lru->victim(0, kAll) == 3);
    CHECK(lru->victim(1, kAll) == 0);
}

TEST_CASE("srrip gives up a line that was never used again before one that was") {
    auto srrip = four_ways("srrip");
    srrip->touch(1, 0);
    CHECK(srrip->victim(1, kAll) == 1);
    srrip->touch(1, 1);
    CHECK(srrip->victim(1, 0b0011) == 0);  // all grew old together; the first of the oldest
}

TEST_CASE("random replacement takes candidates only and the same ones in every run") {
    auto one = four_ways("random"), other = four_ways("random");
    std::set<std::size_t> seen;
    for (int i = 0; i < 100; ++i) {
        const std::size_t way = one->victim(1, 0b1010);
        CHECK(way == other->victim(1, 0b1010));
        seen.insert(way);
    }
    CHECK(seen == std::set<std::size_t>{1, 3});
}

TEST_CASE("a replacement that does not exist is an error that names those that do") {
    CHECK_THROWS_WITH(
        make_replacement("plru", 1, 4),
        "engine configuration: there is no cache replacement 'plru'; there are: fifo, lru, random, srrip");
}

constexpr Address kLine = 2 * kRequest, kSameSet = 4 * kLine;

// Launches that each touch the first request of some lines, one after the other.
struct CacheBench {
    explicit CacheBench(const EngineConfig& config) : bench(config) {}

    LaunchResult touch(const std::vector<Address>& addresses, bool write = false) {
        std::vector<Record> records;
        for (const Address address : addresses) records.push_back(block(write ? 1 : 0, address, 1));
        return bench.run(program({load(), store()}), records);
    }

    Bench bench;
};

TEST_CASE("the first touch of a line misses and the second one hits") {
    CacheBench cache(cached_machine());
    const auto cold = cache.touch({0});
    CHECK(total(cold.counters, "cache", "read_misses") == 1);
    CHECK(total(cold.counters, "dram_channel", "read_requests") == 2);
    const auto warm = cache.touch({0, kRequest});
    CHECK(total(warm.counters, "cache", "read_hits") == 2);
    CHECK(total(warm.counters, "dram_channel", "read_requests") == 0);
    CHECK(cache.touch({0}).cycles == 1 + 10);
}

TEST_CASE("a request for a line that is being fetched joins its miss") {
    CacheBench cache(cached_machine());
    const auto result = cache.touch({0, kRequest});
    CHECK(total(result.counters, "cache", "read_misses") == 1);
    CHECK(total(result.counters, "cache", "mshr_merges") == 1);
}

TEST_CASE("lines of one set fit as long as there are ways and the replacement says which goes") {
    for (const auto& [policy, hits] : {std::pair{"lru", 1}, std::pair{"fifo", 0}}) {
        CacheBench cache(cached_machine(policy));
        cache.touch({0});
        cache.touch({kSameSet});
        CHECK(total(cache.touch({0}).counters, "cache", "read_hits") == 1);
        CHECK(total(cache.touch({2 * kSameSet}).counters, "cache", "evictions") == 1);
        CHECK(total(cache.touch({0}).counters, "cache", "read_hits") == hits);
    }
}

TEST_CASE("only what was written goes back to memory and only when its line is given up") {
    EngineConfig config = cached_machine();
    config.cache.fetch_on_write = false;
    CacheBench cache(config);
    const auto written = cache.touch({0}, true);
    CHECK(total(written.counters, "dram_channel", "write_requests") == 0);
    CHECK(total(written.counters, "dram_channel", "read_requests") == 0);
    CHECK(total(cache.touch({kSameSet}).counters, "cache", "write_backs") == 0);
    const auto evicting = cache.touch({2 * kSameSet});
    CHECK(total(evicting.counters, "cache", "write_backs") == 1);
    CHECK(total(evicting.counters, "dram_channel", "write_requests") == 1);
}

TEST_CASE("blocks of any power of two apart meet all banks") {
    const Banks banks(8);
    for (int shift = 0; shift < 20; ++shift) {
        std::set<std::size_t> met;
        for (std::uint64_t i = 0; i < 64; ++i) met.insert(banks.of(i << shift));
        CHECK(met.size() == 8);
    }
    CHECK(Banks(6).of(13) == 1);
    CHECK(Banks(6).round(13) == 2);
}

TEST_CASE("blocks go round the channels and with a hash strides of powers of two do as well") {
    MemoryConfig memory;
    memory.channels = 4;
    memory.interleave_bytes = 256;
    const Interleaving plain(memory);
    CHECK(plain.channel_of(255) == 0);
    CHECK(plain.channel_of(256) == 1);
    CHECK(plain.channel_of(4 * 256) == 0);
    memory.channel_hash = true;
    const Interleaving hashed(memory);
    std::set<std::size_t> met;
    for (Address i = 0; i < 16; ++i) met.insert(hashed.channel_of(i * 4 * 256));
    CHECK(met.size() == 4);
    memory.channels = 3;
    CHECK_THROWS_AS(Interleaving{memory}, EngineError);
}

TEST_CASE("a polynomial hash spreads blocks that are two powers of two apart over all channels") {
    for (int width = 1; width <= 10; ++width) {
        const int channels = 1 << width, period = channels - 1;
        const ChannelOfBlock channel(channels, "polynomial"), folded(channels, "folded");
        for (int shift = 1; shift < 40; ++shift) {
            const std::uint64_t bit = std::uint64_t{1} << shift;
            CHECK((channel(1 + bit) == 0) == (shift % period == 0));
            CHECK((folded(1 + bit) == 0) == (shift % width == 0));
            if (shift < width || shift % period == 0) continue;
            std::set<std::uint64_t> above, below;
            for (std::uint64_t i = 0; i <= static_cast<std::uint64_t>(period); ++i) {
                above.insert(channel(i * (bit + 1)));
                below.insert(channel((i + 1) * (bit - 1)));
            }
            CHECK(above.size() == static_cast<std::size_t>(channels));
            CHECK(below.size() == static_cast<std::size_t>(channels));
        }
    }
    CHECK_THROWS_AS(ChannelOfBlock(64, "prime"), EngineError);
    CHECK_THROWS_AS(ChannelOfBlock(2048, "polynomial"), EngineError);
}

TEST_CASE("a bus carries the fraction of a picosecond over") {
    const RequestTime third(Fraction{10, 3});
    Bus bus;
    CHECK(third.pass(bus, 0) == 4);
    CHECK(third.pass(bus, 0) == 7);
    CHECK(third.pass(bus, 0) == 10);
    CHECK(third.pass(bus, 0, 300) == 1010);
    CHECK(third.pass(bus, 2000) == 2004);
}

TEST_CASE("a bounded queue that never fills gives the times of one without bound") {
    EngineConfig config = small_machine();
    const auto records = std::vector<Record>{block(0, 0, 32), block(1, 1 << 20, 32)};
    const auto made = program({load(), store()});
    const auto unbounded = run(config, made, records);
    config.memory.model = "queued";
    config.memory.queue_requests = 256;
    CHECK(run(config, made, records).cycles == unbounded.cycles);
    config.memory.queue_requests = 1;  // a request at a time
    CHECK(run(config, program({load()}), {block(0, 0, 8)}).cycles == 8 * 101);
}

TEST_CASE("a memory model that does not exist is an error that names those that do") {
    EngineConfig config = small_machine();
    config.memory.model = "magic";
    CHECK_THROWS_WITH(make_memory(config),
                      "engine configuration: there is no memory model 'magic'; there are: command, queued, simple");
}

// Packets of 4 cycles, hops of 10.
EngineConfig networked_machine(const std::string& model, std::int64_t cores) {
    EngineConfig config = small_machine();
    config.cores = cores;
    config.memory.channels = 4;
    config.noc.model = model;
    config.noc.latency_cycles = 10;
    config.noc.bytes_per_cycle = kRequest / 4;
    config.noc.buffer_requests = 2;
    return config;
}

constexpr Time kHop = 10 * kCycle, kPacket = 4 * kCycle;

TEST_CASE("a packet through a crossbar takes its two ports and the latency between") {
    Crossbar crossbar(networked_machine("simple", 2));
    CHECK(crossbar.send({0, 1, Direction::to_core}, 0) == kHop + kPacket);
    CHECK(crossbar.latency({0, 1, Direction::to_memory}) == kHop);
}

TEST_CASE("packets of one port follow each other and packets of different ports do not wait") {
    Crossbar crossbar(networked_machine("simple", 2));
    const Time first = crossbar.send({0, 0, Direction::to_memory}, 0);
    CHECK(crossbar.send({0, 1, Direction::to_memory}, 0) == first + kPacket);
    CHECK(crossbar.send({1, 2, Direction::to_memory}, 0) == first);
    CHECK(crossbar.send({1, 3, Direction::to_core}, 0) == first);
}

TEST_CASE("a port's buffer has room again when its oldest packet has left") {
    Crossbar crossbar(networked_machine("simple", 1));
    const Route route{0, 0, Direction::to_memory};
    CHECK(crossbar.room(route) <= 0);
    crossbar.send(route, 0);
    crossbar.send(route, 0);
    CHECK(crossbar.room(route) == kPacket);
    crossbar.restart();
    CHECK(crossbar.room(route) <= 0);
}

TEST_CASE("a mesh takes a hop per link along the row and then the column") {
    Mesh mesh(networked_machine("mesh", 4));  // two by two; channels at the corners
    const auto hops = [&](std::size_t core, std::size_t channel) {
        return mesh.latency({core, channel, Direction::to_memory}) / kHop;
    };
    CHECK(hops(0, 0) == 2);
    CHECK(hops(0, 1) == 3);
    CHECK(hops(0, 2) == 3);
    CHECK(hops(0, 3) == 4);
    CHECK(hops(3, 0) == 4);
    CHECK(mesh.send({0, 3, Direction::to_memory}, 0) == 4 * kHop + kPacket);
    mesh.restart();
    CHECK(mesh.send({3, 0, Direction::to_core}, 0) == 4 * kHop + kPacket);
}

TEST_CASE("packets meet on the links that they share in a mesh") {
    Mesh mesh(networked_machine("mesh", 4));
    const Time alone = mesh.send({0, 2, Direction::to_memory}, 0);  // east
    CHECK(mesh.send({2, 2, Direction::to_memory}, 0) > alone);      // the same channel's port
    mesh.restart();
    mesh.send({0, 2, Direction::to_memory}, 0);
    CHECK(mesh.send({2, 3, Direction::to_memory}, 0) == 3 * kHop + kPacket);  // another row
}

TEST_CASE("links count the packets and the time that they carry") {
    Crossbar crossbar(networked_machine("simple", 1));
    for (int i = 0; i < 3; ++i) crossbar.send({0, 1, Direction::to_core}, 0);
    CounterSheet sheet;
    crossbar.add_counters(sheet);
    CHECK(total(sheet, "noc_link", "data_packets") == 2 * 3);
    CHECK(total(sheet, "noc_link", "data_bytes") == 2 * 3 * kRequest);
    CHECK(total(sheet, "noc_link", "busy_ps") == 2 * 3 * kPacket);
}

TEST_CASE("a core behind an interconnect waits for the way there, memory and the way back") {
    EngineConfig config = networked_machine("simple", 1);
    config.noc.bytes_per_cycle = kRequest;
    const auto result = run(config, program({load()}), {block(0, 0, 1)});
    // the address; one of four channels moves a request in four cycles; the data leave while they come
    CHECK(result.cycles == 10 + 4 + 100 + 1 + 10);
}

TEST_CASE("events come in order of time and of their making, near and far, also before others that were popped") {
    std::mt19937 random(5);
    EventQueue<int> queue;
    std::multimap<Time, int> expected;  // which keeps the order of equal keys
    Time now = 0;
    for (int i = 0; i < 20'000; ++i) {
        if (expected.empty() || random() % 100 < (i % 2000 < 1000 ? 60u : 35u)) {
            const Time ahead = random() % 50 == 0 ? 1'000'000 : random() % 9 == 0 ? 200'000 : 3000;
            const Time time = std::max<Time>(0, now - 700) + static_cast<Time>(random() % ahead);
            queue.push(time, i);
            expected.emplace(time, i);
        } else {
            const auto first = expected.begin();
            REQUIRE(queue.next_time() == first->first);
            const auto event = queue.pop();
            REQUIRE(event.time == first->first);
            REQUIRE(event.content == first->second);
            now = std::max(now, event.time);
            expected.erase(first);
        }
        if (i == 15'000) {
            queue.clear();
            expected.clear();
            now = 0;
        }
    }
    if (expected.empty()) CHECK(queue.next_time() == kNever);
}

}  // namespace
}  // namespace npusim::testing
