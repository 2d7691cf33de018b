#include "config.hpp"

#include <bit>

#include "error.hpp"

namespace npusim {
namespace {

constexpr std::int64_t kMaxFrequencyKhz = 100'000'000;
constexpr std::int64_t kMaxCores = 1 << 12;
constexpr std::int64_t kMaxBandwidth = std::int64_t{1} << 50;

void check_range(const std::string& key, std::int64_t value, std::int64_t low, std::int64_t high) {
    if (value >= low && value <= high) return;
    throw EngineError("engine configuration: " + key + " is " + std::to_string(value) + "; it must be from " +
                      std::to_string(low) + " to " + std::to_string(high));
}

void check_power_of_two(const std::string& key, std::int64_t value) {
    check_range(key, value, 1, std::int64_t{1} << 40);
    if (!std::has_single_bit(static_cast<std::uint64_t>(value)))
        throw EngineError("engine configuration: " + key + " is " + std::to_string(value) +
                          "; it must be a power of two");
}

void check_memory(const MemoryConfig& memory) {
    check_range("memory.channels", memory.channels, 1, 1 << 10);
    check_power_of_two("memory.interleave_bytes", memory.interleave_bytes);
    check_range("memory.bandwidth_bytes_per_s", memory.bandwidth_bytes_per_s, 1, kMaxBandwidth);
    check_range("memory.latency_ns (in ps)", memory.latency_ps, 0, 1'000'000'000'000);
}

void check_noc(const NocConfig& noc) {
    if (noc.model == "none") return;
    check_range("noc.latency_cycles", noc.latency_cycles, 0, std::int64_t{1} << 40);
    check_range("noc.bytes_per_cycle", noc.bytes_per_cycle, 1, 1 << 30);
    check_range("noc.buffer_requests", noc.buffer_requests, 1, 1 << 16);
    check_range("noc.channel_requests", noc.channel_requests, 1, 1 << 16);
    check_range("noc.mesh_columns", noc.mesh_columns, 0, kMaxCores);
}

void check_cache(const CacheConfig& cache, std::int64_t request_bytes) {
    if (cache.bytes == 0) return;
    check_range("cache.ways", cache.ways, 1, 64);
    check_power_of_two("cache.line_bytes", cache.line_bytes);
    check_range("cache.line_bytes", cache.line_bytes, request_bytes, 64 * request_bytes);
    check_range("cache.banks", cache.banks, 1, 1 << 10);
    check_range("cache.mshrs", cache.mshrs, 1, 1 << 12);
    check_range("cache.bytes_per_cycle", cache.bytes_per_cycle, 1, 1 << 30);
    check_range("cache.latency_ns (in ps)", cache.latency_ps, 0, 1'000'000'000'000);
    const std::int64_t row = cache.ways * cache.line_bytes * cache.banks;
    check_range("cache.bytes", cache.bytes, row, std::int64_t{1} << 30);
    if (cache.bytes % row != 0)
        throw EngineError("engine configuration: cache.bytes is " + std::to_string(cache.bytes) +
                          "; it must be a multiple of " + std::to_string(row) +
                          ", one set of ways x line_bytes in each bank");
}

void check_cmem_keys(const CmemConfig& cmem, std::int64_t request_bytes) {
    if (cmem.bytes == 0) return;
    check_range("cmem.bytes", cmem.bytes, request_bytes, std::int64_t{1} << 36);
    check_range("cmem.banks", cmem.banks, 1, 1 << 10);
    check_power_of_two("cmem.interleave_bytes", cmem.interleave_bytes);
    check_range("cmem.interleave_bytes", cmem.interleave_bytes, request_bytes, std::int64_t{1} << 30);
    check_range("cmem.bandwidth_bytes_per_s", cmem.bandwidth_bytes_per_s, 1, kMaxBandwidth);
    check_range("cmem.latency_ns (in ps)", cmem.latency_ps, 0, 1'000'000'000'000);
    check_range("cmem.min_tensor_bytes", cmem.min_tensor_bytes, 0, std::int64_t{1} << 36);
    check_range("cmem.max_tensor_bytes", cmem.max_tensor_bytes, cmem.min_tensor_bytes, std::int64_t{1} << 36);
    check_range("cmem.reuse (in thousandths)", cmem.reuse_permille, 0, 1'000'000'000);
}

}  // namespace

void EngineConfig::check() const {
    check_range("core_freq_mhz (in kHz)", core_freq_khz, 1, kMaxFrequencyKhz);
    check_range("cores", cores, 1, kMaxCores);
    check_range("arrays", arrays, 1, 1 << 16);
    check_range("fold_stall_cycles", fold_stall_cycles, 0, 1 << 20);
    for (const UnitTraits& unit : kUnitTraits)
        check_range(std::string("queue_depth.") + unit.name, queue_depth[index_of(unit.unit)], 1, 1 << 20);
    check_range("launch_overhead_cycles", launch_overhead_cycles, 0, std::int64_t{1} << 40);
    check_range("dma_setup_cycles", dma_setup_cycles, 0, std::int64_t{1} << 40);
    check_range("dma_outstanding_requests", dma_outstanding_requests, 1, 1 << 24);
    check_range("dma_requests_per_cycle", dma_requests_per_cycle, 1, 1 << 20);
    check_range("dma_bytes_per_cycle", dma_bytes_per_cycle, 1, 1 << 30);
    check_range("core_port_bytes_per_cycle", core_port_bytes_per_cycle, 0, 1 << 30);
    check_power_of_two("request_bytes", request_bytes);
    check_range("request_bytes", request_bytes, 1, 4096);
    check_range("timeline_events", timeline_events, 0, std::int64_t{1} << 32);
    check_memory(memory);
    check_noc(noc);
    check_cache(cache, request_bytes);
    check_cmem_keys(cmem, request_bytes);
    if (memory.interleave_bytes < request_bytes)
        throw EngineError(
            "engine configuration: memory.interleave_bytes is smaller than request_bytes, so a request would span "
            "channels");
}

}  // namespace npusim
