// Launches that are simulated before it is their turn.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "device/engine.hpp"
#include "machine.hpp"

namespace npusim::testing {
namespace {

constexpr std::size_t kKinds = 256;
std::array<std::atomic<int>, kKinds> begun;  // by the kind of the launch
std::atomic<int> awaited{0};                 // the first launch ends once so many others have begun, or after a while

int others_begun() {
    int sum = 0;
    for (std::size_t kind = 1; kind < kKinds; ++kind) sum += begun[kind];
    return sum;
}

void write(std::int64_t context, const Record& written) {
    auto* const header = reinterpret_cast<TraceHeader*>(context);
    if (header->count == header->capacity) header->flush_or_leave(header);
    header->records[header->count++] = written;
}

// Arguments: the kind of the launch, how many requests it makes, how often (0: it names an operation that does not
// exist), and the context.
void trace(const std::int64_t* arguments) {
    const auto kind = static_cast<std::size_t>(arguments[0]);
    ++begun[kind];
    for (int i = 0; kind == 0 && others_begun() < awaited && i < 200; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (arguments[2] == 0) write(arguments[3], record(7));
    for (std::int64_t i = 0; i < arguments[2]; ++i) write(arguments[3], block(0, 0, arguments[1]));
}

const std::shared_ptr<const Program>& loads() {
    static const std::shared_ptr<const Program> made = program({load()});
    return made;
}

Launch traced(std::int64_t kind, std::int64_t requests, std::int64_t times = 1) {
    Launch launch;
    launch.program = loads();
    launch.function = &trace;
    launch.arguments = {kind, requests, times, 0};
    return launch;
}

void start(int others) {
    for (auto& count : begun) count = 0;
    awaited = others;
}

void wait(Engine& engine) {
    while (!engine.wait(std::chrono::milliseconds(20))) {
    }
}

TEST_CASE("distinct launches are simulated ahead, each once, and take the time that they take in their turn") {
    const std::vector<std::int64_t> kinds{0, 1, 2, 1, 3, 2, 0, 4};
    std::vector<std::shared_ptr<const LaunchResult>> expected;
    start(0);
    Engine one_by_one(small_machine(), 0);
    for (const std::int64_t kind : kinds) one_by_one.submit(traced(kind, 4 + kind));
    wait(one_by_one);
    expected = one_by_one.take_results();
    for (const std::size_t threads : {1, 2, 5}) {
        start(4);
        Engine engine(small_machine(), threads);
        for (const std::int64_t kind : kinds) engine.submit(traced(kind, 4 + kind));
        wait(engine);
        const auto results = engine.take_results();
        REQUIRE(results.size() == kinds.size());
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            CHECK(results[i]->launch_id == static_cast<std::int64_t>(i));
            CHECK(results[i]->complete);
            CHECK(results[i]->start == expected[i]->start);
            CHECK(results[i]->end == expected[i]->end);
            CHECK(results[i]->cycles == 104 + kinds[i]);
            CHECK(begun[static_cast<std::size_t>(kinds[i])] == 1);
        }
        CHECK(engine.device_ready() == one_by_one.device_ready());
        CHECK(engine.progress().records == one_by_one.progress().records);
    }
}

TEST_CASE("nothing is simulated ahead while the program does something else") {
    start(1);
    Engine engine(small_machine(), 2);
    for (std::int64_t kind = 0; kind < 4; ++kind) engine.submit(traced(kind, 4));
    while (begun[0] == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK(others_begun() == 0);
    wait(engine);
    CHECK(others_begun() == 3);
}

TEST_CASE("nothing is simulated ahead without threads for it") {
    start(1);
    Engine engine(small_machine(), 0);
    for (std::int64_t kind = 0; kind < 4; ++kind) engine.submit(traced(kind, 4));
    CHECK(!engine.wait(std::chrono::milliseconds(100)));
    CHECK(others_begun() == 0);
    awaited = 0;
    wait(engine);
    CHECK(others_begun() == 3);
}

TEST_CASE("memory that keeps data between launches lets none be simulated ahead") {
    start(1);
    Engine engine(cached_machine(), 2);
    for (std::int64_t kind = 0; kind < 4; ++kind) engine.submit(traced(kind, 4));
    CHECK(!engine.wait(std::chrono::milliseconds(100)));
    CHECK(others_begun() == 0);
    awaited = 0;
    wait(engine);
    CHECK(engine.take_results().size() == 4);
}

TEST_CASE("more launches than results are kept ahead are simulated once each") {
    start(60);
    Engine engine(small_machine(), 3);
    for (std::int64_t kind = 0; kind < 200; ++kind) engine.submit(traced(kind, 1 + kind % 50));
    wait(engine);
    const auto results = engine.take_results();
    REQUIRE(results.size() == 200);
    for (std::size_t i = 0; i < 200; ++i) {
        CHECK(results[i]->cycles == 101 + static_cast<std::int64_t>(i) % 50);
        CHECK(begun[i] == 1);
    }
}

TEST_CASE("a launch that fails ahead of its turn fails in its turn, and what is queued behind it is dropped") {
    start(2);
    Engine engine(small_machine(), 2);
    engine.submit(traced(0, 4));
    engine.submit(traced(1, 4));
    engine.submit(traced(2, 4, 0));
    engine.submit(traced(3, 4));
    CHECK_THROWS_AS(wait(engine), EngineError);
    CHECK(begun[2] == 2);
    const auto results = engine.take_results();
    REQUIRE(results.size() == 3);
    CHECK(results[1]->complete);
    CHECK(!results[2]->complete);
    start(1);
    engine.submit(traced(0, 4));
    engine.submit(traced(4, 4));
    wait(engine);
    CHECK(engine.take_results().back()->cycles == 104);
}

TEST_CASE("cancelling stops what is simulated ahead") {
    start(2);
    Engine engine(small_machine(), 2);
    for (std::int64_t kind = 0; kind < 4; ++kind) engine.submit(traced(kind, 1'000'000, 1000));
    CHECK(!engine.wait(std::chrono::milliseconds(50)));
    engine.cancel();
    const int before = others_begun();
    CHECK(engine.wait(std::chrono::milliseconds(1)));
    CHECK(engine.progress().launches_finished == 4);
    engine.take_results();
    engine.submit(traced(5, 4));
    wait(engine);
    CHECK(engine.take_results().at(0)->cycles == 104);
    CHECK(others_begun() == before + 1);
}

}  // namespace
}  // namespace npusim::testing
