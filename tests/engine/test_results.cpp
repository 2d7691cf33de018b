// Clocks, the timeline, counters, limits, errors and interruption.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "core/region.hpp"
#include "device/engine.hpp"
#include "machine.hpp"
#include "model/ring.hpp"
#include "model/time.hpp"

namespace npusim::testing {
namespace {

TEST_CASE("a clock's edges never drift and cycles are counted back exactly") {
    for (const std::int64_t khz : {1'000'000, 940'000, 333'333, 7}) {
        const Clock clock(khz);
        for (const std::int64_t cycle : {0LL, 1LL, 2LL, 939'999LL, 1'000'003LL, 123'456'789LL}) {
            const Time edge = clock.edge(cycle);
            const auto exact = static_cast<__int128>(cycle) * 1'000'000'000;
            CHECK(static_cast<__int128>(edge) * khz >= exact);
            CHECK(static_cast<__int128>(edge) * khz < exact + khz);
            CHECK(clock.cycle_at_or_after(edge) == cycle);
            CHECK(clock.cycle_at_or_after(edge + 1) == cycle + 1);
        }
    }
}

TEST_CASE("walking the edges agrees with computing them") {
    const Clock clock(940'000);
    EdgeWalker walker(clock);
    for (std::int64_t cycle = 0; cycle < 5000; ++cycle, walker.step()) CHECK(walker.time() == clock.edge(cycle));
    walker.step(1000);
    CHECK(walker.time() == clock.edge(6000));
    walker.advance_to(clock.edge(6003) - 1);
    CHECK(walker.time() == clock.edge(6003));
    walker.advance_to(clock.edge(900'000) + 1);
    CHECK(walker.time() == clock.edge(900'001));
}

TEST_CASE("division by a reciprocal is exact") {
    for (const std::int64_t divisor : {1LL, 2LL, 3LL, 47LL, 1'000'000'007LL, (1LL << 62) + 1}) {
        const FixedDivisor by(divisor);
        for (const std::int64_t value :
             {std::int64_t{0}, std::int64_t{1}, divisor - 1, divisor, std::int64_t{9'223'372'036'854'775'807}})
            CHECK(by.floor(value) == value / divisor);
    }
    CHECK(multiply_divide(1LL << 62, 6, 4) == (1LL << 62) / 2 * 3);
}

TEST_CASE("a ring keeps its order while it grows and wraps") {
    Ring<int> ring;
    int next = 0, expected = 0;
    for (int round = 0; round < 100; ++round) {
        for (int i = 0; i < 7; ++i) ring.push(next++);
        for (int i = 0; i < 5; ++i, ring.pop()) CHECK(ring.front() == expected++);
    }
    CHECK(ring.size() == 200);
    CHECK(ring.back() == next - 1);
    CHECK(ring[199] == next - 1);
}

TEST_CASE("the timeline says which unit did what when") {
    const auto result =
        run({compute(Unit::vector, 10, 5, {.overwrites = {0}}), compute(Unit::cross_lane, 20, 0, {.reads = {0}})});
    const std::vector<Event>& events = result.timeline.events();
    REQUIRE(events.size() == 2);
    CHECK(events[0].unit == static_cast<std::int64_t>(Unit::vector));
    CHECK(events[0].start == 0);
    CHECK(events[0].end == 15 * kCycle);
    CHECK(events[1].operation == 1);
    CHECK(events[1].start == 15 * kCycle);
    CHECK(events[1].end == 35 * kCycle);
    CHECK(result.timeline.dropped() == 0);
}

TEST_CASE("a timeline that is too small is thinned out evenly") {
    for (const std::int64_t capacity : {1, 7, 8}) {
        Timeline timeline(capacity);
        for (std::int64_t i = 0; i < 1000; ++i) timeline.add({0, 0, i, i, i + 1});
        CHECK(static_cast<std::int64_t>(timeline.events().size()) <= capacity);
        for (std::size_t i = 0; i < timeline.events().size(); ++i)
            CHECK(timeline.events()[i].operation == static_cast<std::int64_t>(i) * timeline.stride());
        CHECK(timeline.dropped() == 1000 - static_cast<std::int64_t>(timeline.events().size()));
    }
    Timeline none(0);
    none.add({0, 0, 0, 0, 1});
    CHECK(none.events().empty());
}

TEST_CASE("usage keeps every byte and every picosecond while its bins grow") {
    Usage usage;
    for (Time i = 0; i < 5000; ++i) {
        const Time start = i * 1'000'000, end = start + 333'333;
        usage.add(Usage::kRead, start, end, 1000);
        usage.add(Usage::kWrite, start, end, 7);
        usage.add(Usage::kUnit + index_of(Unit::vector), start, end, end - start);
    }
    Usage::Bin sum{};
    for (const Usage::Bin& bin : usage.bins())
        for (std::size_t column = 0; column < sum.size(); ++column) sum[column] += bin[column];
    CHECK(sum[Usage::kRead] == 5000 * 1000);
    CHECK(sum[Usage::kWrite] == 5000 * 7);
    CHECK(sum[Usage::kUnit + index_of(Unit::vector)] == 5000LL * 333'333);
    CHECK(usage.bins().size() <= 1024);
}

TEST_CASE("waiting for a unit is told apart from waiting for data") {
    const auto result = run({compute(Unit::vector, 10), compute(Unit::vector, 10), compute(Unit::vector, 10)});
    CHECK(unit(result, Unit::vector).wait_unit_ps == (10 + 20) * kCycle);
    CHECK(unit(result, Unit::vector).wait_data_ps == 0);
}

TEST_CASE("launches follow each other and each counts its own time") {
    Bench bench(small_machine());
    const auto made = program({compute(Unit::vector, 10), load()});
    const auto first = bench.run(made, {record(0), block(1, 0, 4)});
    const auto second = bench.run(made, {record(0), block(1, 0, 4)});
    CHECK(first.cycles == 104);
    CHECK(second.cycles == first.cycles);
    CHECK(second.start == first.end);
    CHECK(bench.device().now() == second.end);
}

TEST_CASE("a configuration that cannot be is refused by its key") {
    const auto refused = [](auto change) {
        EngineConfig config = small_machine();
        change(config);
        return [config] { config.check(); };
    };
    CHECK_NOTHROW(small_machine().check());
    CHECK_THROWS_AS(refused([](auto& c) { c.core_freq_khz = 0; })(), EngineError);
    CHECK_THROWS_AS(refused([](auto& c) { c.cores = (1 << 12) + 1; })(), EngineError);
    CHECK_THROWS_AS(refused([](auto& c) { c.request_bytes = 48; })(), EngineError);
    CHECK_THROWS_AS(refused([](auto& c) { c.memory.interleave_bytes = 32; })(), EngineError);
    CHECK_THROWS_AS(refused([](auto& c) { c.dma_outstanding_requests = 0; })(), EngineError);
    CHECK_THROWS_WITH(refused([](auto& c) { c.queue_depth[2] = 0; })(),
                      "engine configuration: queue_depth.array is 0; it must be from 1 to 1048576");
}

TEST_CASE("a program that cannot be is refused by its operation") {
    CHECK_THROWS_AS(program({matmul(0, 8, 8, 8)}), EngineError);
    CHECK_THROWS_AS(program({compute(Unit::vector, -1)}), EngineError);
    CHECK_THROWS_AS(program({compute(Unit::vector, 1, 0, {.reads = {4}})}), EngineError);
    CHECK_NOTHROW(program({compute(Unit::vector, 1, 0, {.reads = {3}})}));
    CHECK_THROWS_AS(program({load()}, 0), EngineError);
    Operation combining = load();
    combining.combine = true;
    CHECK_THROWS_AS(program({combining}), EngineError);
}

TEST_CASE("a record of an operation or a core that does not exist is refused") {
    const auto made = program({compute(Unit::vector, 1)});
    CHECK_THROWS_AS(run(small_machine(), made, {record(1)}), EngineError);
    CHECK_THROWS_AS(run(small_machine(), made, {record(-1)}), EngineError);
    CHECK_THROWS_AS(run(small_machine(), made, {record(0, 1)}), EngineError);
    CHECK_NOTHROW(run(small_machine(), made, {record(0, 0)}));
}

TEST_CASE("a device that is cancelled stops within a long transfer and takes the next launch") {
    Bench bench(small_machine());
    bench.cancelled() = true;
    CHECK_THROWS_AS(bench.run(program({load()}), {block(0, 0, 1'000'000)}), Interrupted);
    bench.cancelled() = false;
    CHECK(bench.run(program({load()}), {block(0, 0, 4)}).cycles == 104);
}

Launch launch_of(std::shared_ptr<const Program> made, const std::vector<Record>& records) {
    Launch launch;
    launch.program = std::move(made);
    const auto* words = reinterpret_cast<const std::int64_t*>(records.data());
    launch.records.assign(words, words + records.size() * kRecordWords);
    return launch;
}

TEST_CASE("the worker runs launches in order and its clock goes on") {
    Engine engine(small_machine());
    const auto made = program({compute(Unit::vector, 10)});
    for (int i = 0; i < 3; ++i) CHECK(engine.submit(launch_of(made, {record(0)})) == i);
    while (!engine.wait(std::chrono::milliseconds(1000))) {
    }
    const auto results = engine.take_results();
    REQUIRE(results.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(results[i]->launch_id == static_cast<std::int64_t>(i));
        CHECK(results[i]->complete);
        CHECK(results[i]->start == static_cast<Time>(i) * 10 * kCycle);
    }
    CHECK(engine.device_ready() == 30 * kCycle);
    CHECK(engine.progress().launches_finished == 3);
}

TEST_CASE("a launch does not begin before its time") {
    Engine engine(small_machine());
    Launch launch = launch_of(program({compute(Unit::vector, 10)}), {record(0)});
    launch.earliest_start = 5000 * kCycle;
    launch.stream = 3;
    engine.submit(std::move(launch));
    while (!engine.wait(std::chrono::milliseconds(1000))) {
    }
    CHECK(engine.stream_ready(3) == 5010 * kCycle);
    CHECK(engine.stream_ready(0) == 0);
}

TEST_CASE("what a launch failed with is thrown once and what is queued behind it is dropped") {
    Engine engine(small_machine());
    const auto made = program({compute(Unit::vector, 10)});
    engine.submit(launch_of(made, {record(7)}));
    const auto wait = [&] {
        while (!engine.wait(std::chrono::milliseconds(1000))) {
        }
    };
    CHECK_THROWS_AS(wait(), EngineError);
    CHECK_NOTHROW(wait());
    engine.submit(launch_of(made, {record(0)}));
    wait();
    CHECK(engine.take_results().back()->complete);
}

TEST_CASE("cancelling stops the running launch and drops the others") {
    Engine engine(small_machine());
    const auto made = program({load()});
    engine.submit(launch_of(made, std::vector<Record>(1000, block(0, 0, 1'000'000))));
    engine.submit(launch_of(made, {block(0, 0, 4)}));
    while (engine.progress().records == 0 && engine.progress().simulated == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    engine.cancel();
    const auto results = engine.take_results();
    REQUIRE(results.size() == 1);
    CHECK(!results[0]->complete);
    CHECK(engine.progress().launches_finished == 2);
}

TEST_CASE("a launch on the caller's thread ends when the caller is interrupted") {
    Engine engine(small_machine());
    const std::vector<Record> many(1000, block(0, 0, 1000));
    int asked = 0;
    engine.run_here(launch_of(program({load()}), many), [&] { return ++asked == 3; });
    CHECK(asked == 3);
    CHECK(!engine.take_results()[0]->complete);
}

}  // namespace
}  // namespace npusim::testing
