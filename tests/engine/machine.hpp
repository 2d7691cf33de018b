// A small machine with round numbers, programs and records made by hand, and a launch of them.
//
// One cycle is 1 ns; a request has 64 bytes, a DMA engine issues one per cycle; memory takes one per nanosecond and
// answers 100 ns later.
#pragma once

#include <atomic>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/record.hpp"
#include "device/device.hpp"
#include "measures/statistics.hpp"
#include "model/config.hpp"
#include "model/error.hpp"

namespace npusim::testing {

constexpr Time kCycle = 1000;
constexpr std::int64_t kRequest = 64;
constexpr Time kLatency = 100 * kCycle;

inline EngineConfig small_machine() {
    EngineConfig config;
    config.core_freq_khz = 1'000'000;
    config.dma_outstanding_requests = 64;
    config.dma_bytes_per_cycle = kRequest;
    config.request_bytes = kRequest;
    config.timeline_events = 1000;
    config.memory.bandwidth_bytes_per_s = 64'000'000'000;
    config.memory.latency_ps = kLatency;
    return config;
}

// 4 sets of 2 ways of lines of 2 requests, in one bank.
inline EngineConfig cached_machine(const std::string& replacement = "lru") {
    EngineConfig config = small_machine();
    config.cache.bytes = 4 * 2 * 2 * kRequest;
    config.cache.ways = 2;
    config.cache.line_bytes = 2 * kRequest;
    config.cache.banks = 1;
    config.cache.mshrs = 4;
    config.cache.bytes_per_cycle = kRequest;
    config.cache.latency_ps = 10 * kCycle;
    config.cache.replacement = replacement;
    return config;
}

using Buffers = std::vector<std::uint32_t>;

struct Uses {
    Buffers reads = {}, overwrites = {}, updates = {};
};

inline Operation compute(Unit unit, std::int64_t occupancy_cycles, std::int64_t latency_cycles = 0, Uses uses = {}) {
    Operation op;
    op.unit = unit;
    op.kind = "work";
    op.occupancy_cycles = occupancy_cycles;
    op.latency_cycles = latency_cycles;
    op.reads = std::move(uses.reads);
    op.overwrites = std::move(uses.overwrites);
    op.updates = std::move(uses.updates);
    return op;
}

inline Operation matmul(std::int64_t folds, std::int64_t streamed_rows, std::int64_t weight_load_rows,
                        std::int64_t drain_cycles, Uses uses = {}) {
    Operation op = compute(Unit::array, 0, 0, std::move(uses));
    op.folds = folds;
    op.streamed_rows = streamed_rows;
    op.weight_load_rows = weight_load_rows;
    op.drain_cycles = drain_cycles;
    return op;
}

// Bytes to or from memory; `kind` is dma_load, dma_store, gather, scatter, dram_read or dram_write.
inline Operation transfer(Unit unit, const std::string& kind, Uses uses = {}) {
    Operation op = compute(unit, 0, 0, std::move(uses));
    op.kind = kind;
    op.element_bytes = 1;
    op.access = parse_access(unit, kind);
    return op;
}
inline Operation load(Uses uses = {}) { return transfer(Unit::load, "dma_load", std::move(uses)); }
inline Operation store(Uses uses = {}) { return transfer(Unit::store, "dma_store", std::move(uses)); }

inline Record record(std::int64_t operation, std::int64_t core = 0) {
    Record made{};
    made.operation = operation;
    made.core = core;
    for (std::int64_t& size : made.sizes) size = 1;
    return made;
}

// `requests` whole requests from `address` on.
inline Record block(std::int64_t operation, Address address, std::int64_t requests, std::int64_t core = 0) {
    Record made = record(operation, core);
    made.address = address;
    made.sizes[kMaxRank - 1] = requests * kRequest;
    made.strides[kMaxRank - 1] = 1;
    return made;
}

// A program of operations, with buffers 0, 1, ... of `slots` copies.
inline std::shared_ptr<const Program> program(std::vector<Operation> operations, std::int64_t slots = 2,
                                              std::size_t buffers = 4) {
    return std::make_shared<const Program>("test", std::vector<Buffer>(buffers, Buffer{"b", slots, 0}),
                                           std::move(operations));
}

// A device whose launches are run one after the other.
class Bench {
public:
    explicit Bench(const EngineConfig& config) : config_(config), device_((config.check(), config), cancelled_) {}

    LaunchResult run(std::shared_ptr<const Program> launched, const std::vector<Record>& records,
                     const std::vector<TensorSpan>& tensors = {}) {
        LaunchResult result(config_.timeline_events);
        result.program = std::move(launched);
        device_.begin_launch(result, tensors, 0);
        try {
            device_.consume(records.data(), records.size());
            device_.finish_launch();
        } catch (...) {
            device_.abandon_launch();
            throw;
        }
        return result;
    }

    Device& device() { return device_; }
    std::atomic<bool>& cancelled() { return cancelled_; }

private:
    EngineConfig config_;
    std::atomic<bool> cancelled_{false};
    Device device_;
};

inline LaunchResult run(const EngineConfig& config, std::shared_ptr<const Program> launched,
                        const std::vector<Record>& records) {
    return Bench(config).run(std::move(launched), records);
}

// Runs all operations of a list once, in order.
inline LaunchResult run(std::vector<Operation> operations, std::int64_t slots = 2,
                        const EngineConfig& config = small_machine()) {
    std::vector<Record> records;
    for (std::size_t i = 0; i < operations.size(); ++i) records.push_back(record(static_cast<std::int64_t>(i)));
    return run(config, program(std::move(operations), slots), records);
}

inline const UnitStatistics& unit(const LaunchResult& result, Unit which, std::size_t core = 0) {
    return result.cores[core].units[index_of(which)];
}

// A counter of all components of a kind.
inline std::int64_t total(const CounterSheet& sheet, const std::string& kind, const std::string& counter) {
    std::int64_t sum = 0;
    for (const std::int64_t value : sheet.tables().at(kind).at(counter)) sum += value;
    return sum;
}

}  // namespace npusim::testing
