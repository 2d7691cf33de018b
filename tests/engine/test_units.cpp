// DMA engines, the scalar unit, and pipelines: when they issue, and what that takes.
#include <doctest/doctest.h>

#include "core/outstanding.hpp"
#include "core/region.hpp"
#include "machine.hpp"

namespace npusim::testing {
namespace {

TEST_CASE("the table of units has every unit in order with a name of its own") {
    for (std::size_t i = 0; i < kUnits; ++i) {
        CHECK(parse_unit(kUnitTraits[i].name) == static_cast<Unit>(i));
        CHECK(name_of(static_cast<Unit>(i)) == std::string(kUnitTraits[i].name));
    }
    CHECK(kDmaUnits.size() + kPipelineUnits.size() == kUnits);
    CHECK_THROWS_WITH(parse_unit("gpu"),
                      "there is no unit 'gpu'; the units are: load, store, array, vector, cross_lane, scalar");
}

TEST_CASE("a DMA engine runs transfers and nothing else") {
    CHECK(parse_access(Unit::load, "gather") == Access::indexed_read);
    CHECK(parse_access(Unit::vector, "gather") == Access::none);
    CHECK(parse_access(Unit::scalar, "tile_read") == Access::none);
    CHECK_THROWS_WITH(parse_access(Unit::load, "dma_store"),
                      "the load engine does not run 'dma_store'; it runs: dma_load, gather");
}

TEST_CASE("a pipeline takes its occupancy per operation and the last latency once") {
    const std::vector<Operation> five(5, compute(Unit::vector, 10, 7));
    const auto result = run(five);
    CHECK(result.cycles == 5 * 10 + 7);
    CHECK(unit(result, Unit::vector).busy_ps == 50 * kCycle);
    CHECK(unit(result, Unit::vector).active_ps == 57 * kCycle);
    CHECK(unit(result, Unit::vector).operations == 5);
}

TEST_CASE("operations of a pipeline end in order whatever their latencies are") {
    const auto result = run({compute(Unit::vector, 10, 100), compute(Unit::vector, 1, 0)});
    CHECK(result.cycles == 110);
    CHECK(result.timeline.events()[1].end == 110 * kCycle);
}

TEST_CASE("different units work at the same time") {
    CHECK(run({compute(Unit::vector, 10), compute(Unit::cross_lane, 10), matmul(1, 1, 1, 1)}).cycles == 10);
}

TEST_CASE("an array takes the first weights, all rows and the drain") {
    CHECK(run({matmul(5, 32, 8, 20)}).cycles == 8 + 5 * 32 + 20);
    CHECK(run({matmul(5, 32, 64, 20)}).cycles == 64 + 4 * 64 + 32 + 20);
}

TEST_CASE("an array takes no rows when a fold begins, while weights are loaded") {
    EngineConfig config = small_machine();
    config.fold_stall_cycles = 16;
    CHECK(run({matmul(5, 32, 8, 20)}, 2, config).cycles == 8 + 5 * (16 + 32) + 20);
    CHECK(run({matmul(5, 32, 64, 20)}, 2, config).cycles == 64 + 4 * 64 + 16 + 32 + 20);
    CHECK(run({matmul(1, 32, 8, 20), matmul(1, 32, 8, 20)}, 2, config).cycles == 8 + 2 * (16 + 32) + 20);
}

TEST_CASE("weights of the next operation are loaded while an array streams") {
    const auto result = run({matmul(1, 32, 8, 20), matmul(1, 32, 8, 20)});
    CHECK(result.cycles == 8 + 2 * 32 + 20);
    CHECK(result.cores[0].array.weight_exposed_ps == 8 * kCycle);
    CHECK(result.cores[0].array.folds == 2);
}

TEST_CASE("folds are shared out over arrays and the last round by rows") {
    CHECK(share_folds(8, 32, 4).full_rounds == 2);
    CHECK(share_folds(8, 32, 4).last_rows == 0);
    CHECK(share_folds(9, 32, 4).last_rows == 8);
    CHECK(share_folds(10, 33, 4).last_rows == 17);
    CHECK(share_folds(11, 32, 4).last_rows == 32);
    EngineConfig config = small_machine();
    config.arrays = 4;
    CHECK(run({matmul(9, 32, 8, 20)}, 2, config).cycles == 8 + 2 * 32 + 8 + 20);
}

TEST_CASE("a load of n requests takes n cycles and the latency") {
    for (const std::int64_t requests : {1, 2, 7, 64}) {
        const auto result = run(small_machine(), program({load()}), {block(0, 0, requests)});
        CHECK(result.cycles == requests + 100);
        CHECK(result.cores[0].memory.read_requests == requests);
        CHECK(result.cores[0].memory.read_bytes == requests * kRequest);
    }
}

TEST_CASE("setting up a transfer takes its cycles before the first request") {
    EngineConfig config = small_machine();
    config.dma_setup_cycles = 30;
    CHECK(run(config, program({load()}), {block(0, 0, 8), block(0, 4096, 8)}).cycles == 2 * (30 + 8) + 100);
}

TEST_CASE("a DMA engine issues as many requests a cycle as its width and its count allow") {
    EngineConfig config = small_machine();
    config.memory.bandwidth_bytes_per_s *= 1000;
    config.dma_requests_per_cycle = 4;
    config.dma_bytes_per_cycle = 2 * kRequest;
    CHECK(run(config, program({load()}), {block(0, 0, 16)}).cycles == 16 / 2 - 1 + 101);
    config.dma_requests_per_cycle = 1;
    CHECK(run(config, program({load()}), {block(0, 0, 16)}).cycles == 16 - 1 + 101);
    config.dma_bytes_per_cycle = kRequest / 4;
    CHECK(run(config, program({load()}), {block(0, 0, 16)}).cycles == 4 * 15 + 101);
}

TEST_CASE("the engines of a core share its port") {
    EngineConfig config = small_machine();
    config.memory.bandwidth_bytes_per_s *= 1000;
    config.dma_requests_per_cycle = 2;
    config.dma_bytes_per_cycle = 2 * kRequest;
    const auto both = program({load(), store()});
    const std::vector<Record> records{block(0, 0, 8), block(1, 1 << 16, 8)};
    CHECK(run(config, both, records).cycles == 4 - 1 + 101);
    config.core_port_bytes_per_cycle = 2 * kRequest;
    CHECK(run(config, both, records).cycles == 8 - 1 + 101);
    CHECK(run(config, program({load()}), {block(0, 0, 8)}).cycles == 4 - 1 + 101);
    config.core_port_bytes_per_cycle = kRequest / 2;
    CHECK(run(config, program({load()}), {block(0, 0, 8)}).cycles == 2 * 7 + 101);
}

TEST_CASE("requests under way are bounded") {
    EngineConfig config = small_machine();
    config.dma_outstanding_requests = 1;
    CHECK(run(config, program({load()}), {block(0, 0, 5)}).cycles == 5 * 101);
    config.dma_outstanding_requests = 2;
    CHECK(run(config, program({load()}), {block(0, 0, 4)}).cycles == 2 * 101 + 1);
}

TEST_CASE("a store's copy is free when the last request has left") {
    const auto result =
        run(small_machine(), program({compute(Unit::vector, 10, 0, {.overwrites = {0}}), store({.reads = {0}})}, 1),
            {record(0), block(1, 0, 8), record(0)});
    CHECK(unit(result, Unit::vector).wait_slot_ps == 8 * kCycle);
}

TEST_CASE("the scalar unit waits for each answer before its next operation") {
    std::vector<Record> reads(3, record(0));
    for (Record& read : reads) read.sizes[0] = 4;
    Operation read = transfer(Unit::scalar, "dram_read");
    read.occupancy_cycles = 2;
    CHECK(run(small_machine(), program({read}), reads).cycles == 3 * (2 + 101));
}

TEST_CASE("a combining store reads every request before it writes it") {
    Operation op = store();
    op.combine = true;
    const auto result = run(small_machine(), program({op}), {block(0, 0, 8)});
    CHECK(result.cores[0].memory.read_requests == 8);
    CHECK(result.cores[0].memory.write_requests == 8);
    CHECK(result.cycles == 16 + 100);
}

TEST_CASE("an empty transfer takes its setup and no request") {
    Record empty = block(0, 0, 1);
    empty.sizes[0] = 0;
    EngineConfig config = small_machine();
    config.dma_setup_cycles = 30;
    const auto result = run(config, program({load()}), {empty});
    CHECK(result.cycles == 30);
    CHECK(result.cores[0].memory.read_requests == 0);
}

TEST_CASE("a full queue holds back the records behind it") {
    EngineConfig config = small_machine();
    config.queue_depth.fill(1);
    const std::vector<Operation> steps{compute(Unit::vector, 100), compute(Unit::vector, 100),
                                       compute(Unit::vector, 100), compute(Unit::cross_lane, 10)};
    CHECK(run(steps, 2, config).timeline.events().back().end == 300 * kCycle);
    CHECK(unit(run(steps, 2, config), Unit::cross_lane).wait_unit_ps == 0);
    CHECK(run(steps, 2, config).cycles == 300);
    config.queue_depth.fill(3);
    CHECK(run(steps, 2, config).timeline.events()[0].unit == static_cast<std::int64_t>(Unit::cross_lane));
}

TEST_CASE("the front end runs ahead so that a load overlaps the work before it") {
    const auto made = program({compute(Unit::vector, 200), load()});
    CHECK(run(small_machine(), made, {record(0), block(1, 0, 4)}).cycles == 200);
}

TEST_CASE("a launch begins with its overhead") {
    EngineConfig config = small_machine();
    config.launch_overhead_cycles = 500;
    CHECK(run({compute(Unit::vector, 10)}, 2, config).cycles == 510);
}

TEST_CASE("a barrier waits for all that came before it on all cores") {
    EngineConfig config = small_machine();
    config.cores = 2;
    const auto made = program({compute(Unit::vector, 100), transfer(Unit::scalar, "barrier")});
    CHECK(run(config, made, {record(0, 0), record(0, 1), record(1), record(0, 1)}).cycles == 200);
    CHECK(run(config, made, {record(0, 0), record(0, 1), record(0, 1)}).cycles == 200);
    CHECK(run(config, made, {record(0, 0), record(1), record(0, 1)}).cycles == 200);
    CHECK(run(config, made, {record(0, 0), record(0, 1)}).cycles == 100);
}

TEST_CASE("a request that a gather asks for twice in a row is issued once") {
    const std::vector<std::int32_t> indices{0, 1, 2, 100, 101, -1, 5000, 100};
    Record gather = record(0);
    gather.sizes[0] = static_cast<std::int64_t>(indices.size());
    gather.sizes[1] = reinterpret_cast<std::int64_t>(indices.data());
    gather.sizes[2] = 4;
    gather.sizes[3] = 200;  // indices that the tensor has
    gather.sizes[4] = 1;
    gather.strides[0] = 4;
    Operation op = transfer(Unit::load, "gather");
    op.element_bytes = 4;
    const auto result = run(small_machine(), program({op}), {gather});
    CHECK(result.cores[0].memory.read_requests == 2);
    CHECK(result.cores[0].memory.read_payload_bytes == 6 * 4);
}

TEST_CASE("outstanding requests are freed in the order in which they are done") {
    OutstandingRequests outstanding(3);
    outstanding.add(30);
    outstanding.add(10);
    outstanding.add_undated();
    CHECK(outstanding.full());
    CHECK(outstanding.release_first() == 10);
    CHECK(!outstanding.full());
    CHECK(outstanding.release_first() == 30);
    CHECK(!outstanding.has_dated());
}

std::vector<Address> blocks_of(const Record& made, std::int64_t element_bytes) {
    RequestWalker walker;
    walker.start(strided_region(made, element_bytes, kRequest), kRequest);
    std::vector<Address> blocks;
    for (; !walker.done(); walker.pop()) blocks.push_back(walker.address());
    return blocks;
}

TEST_CASE("a region is asked for in aligned requests, each once") {
    Record made = record(0);
    made.address = 60;
    made.sizes[kMaxRank - 2] = 3;
    made.strides[kMaxRank - 2] = 256;
    made.sizes[kMaxRank - 1] = 2;
    made.strides[kMaxRank - 1] = 4;
    CHECK(blocks_of(made, 4) == std::vector<Address>{0, 64, 256, 320, 512, 576});
    made.strides[kMaxRank - 2] = 8;  // one run of 24 bytes
    CHECK(blocks_of(made, 4) == std::vector<Address>{0, 64});
    made.strides[kMaxRank - 2] = -8;
    made.address = 76;
    CHECK(blocks_of(made, 4) == std::vector<Address>{0, 64});
}

TEST_CASE("a region below address 0 or without an end is refused") {
    Record made = record(0);
    made.address = 16;
    made.sizes[kMaxRank - 1] = 3;
    made.strides[kMaxRank - 1] = -16;
    CHECK_THROWS_AS(strided_region(made, 4, kRequest), EngineError);
    made.strides[kMaxRank - 1] = std::int64_t{1} << 60;
    CHECK_THROWS_AS(strided_region(made, 4, kRequest), EngineError);
}

}  // namespace
}  // namespace npusim::testing
