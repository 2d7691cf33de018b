// What operations wait for: results, readers and writers of buffer copies, transfers to the same bytes.
#include <doctest/doctest.h>

#include "core/scoreboard.hpp"
#include "machine.hpp"

namespace npusim::testing {
namespace {

constexpr Unit kVector = Unit::vector, kCross = Unit::cross_lane;

Dependences last_dependences(const std::vector<Operation>& operations, std::int64_t slots) {
    const auto made = program(operations, slots);
    Scoreboard scoreboard;
    scoreboard.reset(*made);
    UnitCounts issued{};
    Dependences dependences;
    for (const Operation& op : made->operations()) scoreboard.claim(op, ++issued[index_of(op.unit)], dependences);
    return dependences;
}

bool depends(const LastUses& uses, Unit on, std::uint64_t number) {
    return (uses.units >> index_of(on) & 1) != 0 && uses.number[index_of(on)] == number;
}

TEST_CASE("a reader depends on the last writer of the copy") {
    const auto found = last_dependences({compute(kVector, 1, 0, {.overwrites = {0}}), load({.overwrites = {1}}),
                                         compute(kCross, 1, 0, {.reads = {0, 1}})},
                                        2);
    CHECK(depends(found.data, kVector, 1));
    CHECK(depends(found.data, Unit::load, 1));
    CHECK(found.anti.units == 0);
    CHECK(found.output.units == 0);
}

TEST_CASE("an overwrite of the only copy depends on its readers and its writer") {
    const auto found = last_dependences(
        {load({.overwrites = {0}}), compute(kCross, 1, 0, {.reads = {0}}), compute(kVector, 1, 0, {.overwrites = {0}})},
        1);
    CHECK(found.data.units == 0);
    CHECK(depends(found.anti, kCross, 1));
    CHECK(depends(found.output, Unit::load, 1));
}

TEST_CASE("with two slots the overwrite after the next one depends on the first reader") {
    std::vector<Operation> pair{load({.overwrites = {0}}), compute(kCross, 1, 0, {.reads = {0}})};
    std::vector<Operation> operations = pair;
    operations.insert(operations.end(), pair.begin(), pair.end());
    operations.push_back(compute(kVector, 1, 0, {.overwrites = {0}}));
    const auto found = last_dependences(operations, 2);
    CHECK(depends(found.anti, kCross, 1));
    CHECK(depends(found.output, Unit::load, 1));
    operations.insert(operations.begin() + 4, compute(kVector, 1, 0, {.overwrites = {0}}));
    CHECK(depends(last_dependences(operations, 2).anti, kCross, 2));
}

TEST_CASE("an update depends on the copy's writer and its readers and stays in the copy") {
    const auto found = last_dependences(
        {compute(kVector, 1, 0, {.overwrites = {0}}), compute(kCross, 1, 0, {.reads = {0}}),
         compute(kCross, 1, 0, {.updates = {0}}), load({.overwrites = {1}}), compute(kVector, 1, 0, {.reads = {0}})},
        2);
    CHECK(depends(found.data, kCross, 2));
}

TEST_CASE("a pipeline does not wait for its own readers and writers but a DMA unit does") {
    const Uses over{.overwrites = {0}};
    CHECK(last_dependences({compute(kVector, 1, 0, over), compute(kVector, 1, 0, over)}, 1).output.units == 0);
    CHECK(depends(last_dependences({load(over), load(over)}, 1).output, Unit::load, 1));
}

TEST_CASE("accumulating operations of an array follow each other without a gap") {
    const Uses accumulate{.updates = {0}};
    CHECK(last_dependences({matmul(1, 8, 8, 8, accumulate), matmul(1, 8, 8, 8, accumulate)}, 1).data.units == 0);
    CHECK(depends(last_dependences({compute(kVector, 1, 0, accumulate), compute(kVector, 1, 0, accumulate)}, 1).data,
                  kVector, 1));
}

TEST_CASE("missing names exactly the units that are not as far") {
    LastUses uses;
    uses.raise_to(2, 5);
    uses.raise_to(2, 3);
    uses.raise_to(4, 1);
    UnitCounts counts{};
    counts[2] = 4;
    counts[4] = 1;
    CHECK(uses.missing(counts) == (UnitSet{1} << 2));
    counts[2] = 5;
    CHECK(uses.missing(counts) == 0);
}

TEST_CASE("a reader waits for the latency of the writer") {
    const auto result = run({compute(kVector, 10, 7, {.overwrites = {0}}), compute(kCross, 10, 0, {.reads = {0}})});
    CHECK(result.cycles == 10 + 7 + 10);
    CHECK(unit(result, kCross).wait_data_ps == 17 * kCycle);
}

TEST_CASE("one slot makes the next writer wait for the reader and two do not") {
    const std::vector<Operation> steps{
        compute(kVector, 10, 0, {.overwrites = {0}}), compute(kCross, 10, 0, {.reads = {0}}),
        compute(kVector, 10, 0, {.overwrites = {0}}), compute(kCross, 10, 0, {.reads = {0}})};
    CHECK(run(steps, 1).cycles == 40);
    CHECK(run(steps, 2).cycles == 30);
    CHECK(unit(run(steps, 1), kVector).wait_slot_ps == 10 * kCycle);
    CHECK(unit(run(steps, 2), kVector).wait_slot_ps == 0);
}

TEST_CASE("a copy is free when its reader has read it and not when the reader's result is there") {
    const auto result = run({compute(kVector, 10, 0, {.overwrites = {0}}), compute(kCross, 30, 500, {.reads = {0}}),
                             compute(kVector, 10, 0, {.overwrites = {0}})},
                            1);
    CHECK(unit(result, kVector).wait_slot_ps == 30 * kCycle);
    CHECK(result.cycles == 10 + 30 + 500);
}

TEST_CASE("a copy that is being written is overwritten when it is complete") {
    const auto result =
        run({compute(kCross, 10, 500, {.overwrites = {0}}), compute(kVector, 10, 0, {.overwrites = {0}})}, 1);
    CHECK(unit(result, kVector).wait_slot_ps == 510 * kCycle);
}

LaunchResult store_then_load(Address stored, Address loaded) {
    return run(small_machine(), program({store(), load()}), {block(0, stored, 4), block(1, loaded, 4)});
}

TEST_CASE("a load waits for a store of the same bytes and not for one next to them") {
    CHECK(store_then_load(0, 4 * kRequest).cycles == 108);
    CHECK(store_then_load(0, 3 * kRequest).cycles == 2 * 104);
    CHECK(unit(store_then_load(0, 0), Unit::load).wait_data_ps == 104 * kCycle);
}

TEST_CASE("loads of the same bytes do not wait for each other but a store waits for both") {
    const auto result =
        run(small_machine(), program({load(), load(), store()}), {block(0, 0, 4), block(1, 0, 4), block(2, 0, 4)});
    CHECK(unit(result, Unit::store).wait_data_ps == 108 * kCycle);
    CHECK(unit(result, Unit::load).wait_data_ps == 0);
}

TEST_CASE("column blocks of one matrix overlap only where their columns do") {
    const Extent left{0, 10 * 1024, 1024, 256}, right{256, 10 * 1024 + 256, 1024, 256}, wide{128, 9 * 1024, 1024, 256};
    CHECK(!left.may_overlap(right));
    CHECK(left.may_overlap(wide));
    CHECK(right.may_overlap(wide));
    CHECK(left.may_overlap(Extent{256, 512, 0, 0}));
    CHECK(!left.may_overlap(Extent{10 * 1024, 11 * 1024, 0, 0}));
    CHECK(Extent{900, 10'000, 1024, 256}.may_overlap(left));  // round the row's end
}

}  // namespace
}  // namespace npusim::testing
