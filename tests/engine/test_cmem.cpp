// Launches on a machine with a CMEM that need not be simulated.
#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <vector>

#include "machine.hpp"

namespace npusim::testing {
namespace {

class WithCmem : public Bench {
public:
    explicit WithCmem(std::int64_t requests) : Bench(config(requests)) {}

    // A tensor of four requests, read twice.
    LaunchResult read(std::int64_t allocation, TensorWish wish = TensorWish::none) {
        return run(program_, {block(0, 0, 4), block(0, 0, 4)}, {span(allocation, wish)});
    }

    std::vector<std::int64_t> found(const std::vector<TensorSpan>& tensors) {
        std::vector<std::int64_t> words;
        CHECK(device().describe(tensors, words));
        return words;
    }

    static TensorSpan span(std::int64_t allocation, TensorWish wish = TensorWish::none) {
        return {allocation, 0, 4 * kRequest, wish};
    }

private:
    static EngineConfig config(std::int64_t requests) {
        EngineConfig made = small_machine();
        made.cmem = {requests * kRequest, 1, kRequest, 64'000'000'000, 0, "reuse", 0, 1 << 20, 1000};
        return made;
    }

    std::shared_ptr<const Program> program_ = program({load()});
};

TEST_CASE("a launch that finds in the CMEM what another one did leaves the same without being simulated") {
    WithCmem simulated(64), repeated(64);
    const LaunchResult first = repeated.read(1);
    const auto effect = repeated.device().effect();
    REQUIRE(effect != nullptr);
    simulated.read(1);
    simulated.read(2);
    LaunchResult second = first;
    CHECK(repeated.device().repeat_launch(second, {repeated.span(2)}, *effect, 0));
    CHECK(second.cycles == first.cycles);
    for (const std::int64_t allocation : {1, 2, 3}) {
        const std::vector<TensorSpan> tensors{simulated.span(allocation)};
        CHECK(simulated.found(tensors) == repeated.found(tensors));
    }
    CHECK(simulated.device().now() == repeated.device().now());
    const LaunchResult hit = simulated.read(2);
    CHECK(hit.cycles < first.cycles);
    CHECK(repeated.read(2).cycles == hit.cycles);
}

TEST_CASE("what a launch finds tells tensors that were read, that have room and that the program names") {
    WithCmem bench(64);
    const auto unknown = bench.found({bench.span(1)});
    bench.run(program({load()}), {block(0, 0, 4)}, {bench.span(1)});
    const auto read = bench.found({bench.span(1)});
    bench.read(1);
    const auto resident = bench.found({bench.span(1)});
    CHECK(std::set{unknown, read, resident, bench.found({bench.span(1, TensorWish::resident)})}.size() == 4);
    bench.read(1);
    CHECK(bench.found({bench.span(1)}) == resident);
    CHECK(bench.found({bench.span(2)}) == unknown);
    CHECK(bench.found({bench.span(2), bench.span(1, TensorWish::freed)}) != unknown);  // which the counters tell
}

TEST_CASE("a launch is not repeated where tensors may find no room, or push out others") {
    WithCmem bench(4);
    LaunchResult first = bench.read(1);
    const auto effect = bench.device().effect();
    REQUIRE(effect != nullptr);
    CHECK_FALSE(bench.device().repeat_launch(first, {bench.span(2)}, *effect, 0));
    bench.read(2);
    CHECK(bench.device().effect() == nullptr);  // no room
    bench.read(3, TensorWish::resident);
    CHECK(bench.device().effect() == nullptr);  // another one lost its room
    CHECK(bench.device().repeat_launch(first, {bench.span(4), bench.span(3, TensorWish::freed)}, *effect, 0));
}

}  // namespace
}  // namespace npusim::testing
