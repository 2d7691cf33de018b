#include "../model/config.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "../model/error.hpp"
#include "bindings.hpp"
#include "section.hpp"

namespace nb = nanobind;

namespace npusim::python {
namespace {

void read_queue_depth(Section& section, EngineConfig& config) {
    if (!section.has("queue_depth")) return;
    const nb::object value = section.get("queue_depth");
    if (!nb::isinstance<nb::dict>(value)) {
        config.queue_depth.fill(section.integer("queue_depth"));
        return;
    }
    Section depths(value, "queue_depth");
    for (const UnitTraits& unit : kUnitTraits) {
        std::int64_t& depth = config.queue_depth[index_of(unit.unit)];
        depth = depths.integer(unit.name, depth);
    }
    depths.finish();
}

MemoryConfig read_memory(const nb::handle& source) {
    Section section(source, "memory");
    MemoryConfig memory;
    memory.model = section.text("model");
    memory.channels = section.integer("channels");
    memory.interleave_bytes = section.integer("interleave_bytes");
    memory.channel_hash = section.flag("channel_hash", memory.channel_hash);
    memory.channel_hash_function = section.text("channel_hash_function", memory.channel_hash_function);
    memory.bandwidth_bytes_per_s = section.integer("bandwidth_bytes_per_s");
    memory.latency_ps = section.scaled("latency_ns", 1000);
    memory.queue_requests = section.integer("queue_requests", 0);
    if (section.has("device")) memory.device = read_dram_spec(section.get("device"));
    if (section.has("policy")) memory.policy = read_dram_policy(section.get("policy"));
    section.finish();
    return memory;
}

NocConfig read_noc(const nb::handle& source) {
    Section section(source, "noc");
    NocConfig noc;
    noc.model = section.text("model");
    noc.latency_cycles = section.integer("latency_cycles", noc.latency_cycles);
    noc.bytes_per_cycle = section.integer("bytes_per_cycle", noc.bytes_per_cycle);
    noc.buffer_requests = section.integer("buffer_requests", noc.buffer_requests);
    noc.channel_requests = section.integer("channel_requests", noc.channel_requests);
    noc.mesh_columns = section.integer("mesh_columns", noc.mesh_columns);
    section.finish();
    return noc;
}

CacheConfig read_cache(const nb::handle& source) {
    Section section(source, "cache");
    CacheConfig cache;
    cache.bytes = section.integer("bytes");
    cache.ways = section.integer("ways");
    cache.line_bytes = section.integer("line_bytes");
    cache.banks = section.integer("banks");
    cache.mshrs = section.integer("mshrs");
    cache.bytes_per_cycle = section.integer("bytes_per_cycle");
    cache.latency_ps = section.scaled("latency_ns", 1000);
    cache.replacement = section.text("replacement", cache.replacement);
    cache.fetch_on_write = section.flag("fetch_on_write", cache.fetch_on_write);
    section.finish();
    if (cache.bytes < 1) refuse("cache.bytes must be at least 1; leave the key cache out for a machine without one");
    return cache;
}

CmemConfig read_cmem(const nb::handle& source) {
    Section section(source, "cmem");
    CmemConfig cmem;
    cmem.bytes = section.integer("bytes");
    cmem.banks = section.integer("banks");
    cmem.interleave_bytes = section.integer("interleave_bytes");
    cmem.bandwidth_bytes_per_s = section.integer("bandwidth_bytes_per_s");
    cmem.latency_ps = section.scaled("latency_ns", 1000);
    cmem.policy = section.text("policy", cmem.policy);
    cmem.min_tensor_bytes = section.integer("min_tensor_bytes", 0);
    cmem.max_tensor_bytes = section.integer("max_tensor_bytes", cmem.bytes);
    cmem.reuse_permille = section.has("reuse") ? section.scaled("reuse", 1000) : 1000;
    section.finish();
    if (cmem.bytes < 1) refuse("cmem.bytes must be at least 1; leave the key cmem out for a machine without it");
    return cmem;
}

}  // namespace

EngineConfig read_config(const nb::handle& source) {
    Section section(source, "");
    EngineConfig config;
    config.core_freq_khz = section.scaled("core_freq_mhz", 1000);
    config.cores = section.integer("cores", config.cores);
    config.arrays = section.integer("arrays", config.arrays);
    config.fold_stall_cycles = section.integer("fold_stall_cycles", 0);
    read_queue_depth(section, config);
    config.launch_overhead_cycles = section.integer("launch_overhead_cycles", 0);
    config.dma_setup_cycles = section.integer("dma_setup_cycles", 0);
    config.dma_row_piece_bytes = section.integer("dma_row_piece_bytes", 0);
    config.dma_outstanding_requests = section.integer("dma_outstanding_requests");
    config.dma_requests_per_cycle = section.integer("dma_requests_per_cycle", config.dma_requests_per_cycle);
    config.dma_bytes_per_cycle = section.integer("dma_bytes_per_cycle");
    config.core_port_bytes_per_cycle = section.integer("core_port_bytes_per_cycle", 0);
    config.request_bytes = section.integer("request_bytes");
    config.timeline_events = section.integer("timeline_events", 0);
    config.dram_bank_counters = section.flag("dram_bank_counters", config.dram_bank_counters);
    config.path_by_operation = section.flag("path_by_operation", config.path_by_operation);
    config.memory = read_memory(section.get("memory"));
    if (section.has("noc")) config.noc = read_noc(section.get("noc"));
    if (section.has("cache")) config.cache = read_cache(section.get("cache"));
    if (section.has("cmem")) config.cmem = read_cmem(section.get("cmem"));
    section.finish();
    config.check();
    return config;
}

}  // namespace npusim::python
