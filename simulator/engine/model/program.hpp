// The static tables of one kernel: its scratchpad buffers and its operations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "trace_code.hpp"
#include "units.hpp"

namespace npusim {

// What an operation does to DRAM; it fixes the layout of its trace records.
// A barrier does nothing to DRAM: later records wait until all cores have finished the earlier ones.
enum class Access : std::uint8_t {
    none,
    strided_read,
    strided_write,
    indexed_read,
    indexed_write,
    scalar_read,
    scalar_write,
    barrier
};

inline bool writes_memory(Access access) {
    return access == Access::strided_write || access == Access::indexed_write || access == Access::scalar_write;
}
inline bool is_scalar(Access access) { return access == Access::scalar_read || access == Access::scalar_write; }
inline bool is_indexed(Access access) { return access == Access::indexed_read || access == Access::indexed_write; }

struct Buffer {
    std::string name;
    std::int64_t slots = 2;
    std::int64_t bytes = 0;
};

struct Operation {
    Unit unit = Unit::vector;
    Access access = Access::none;
    std::string kind;
    std::int64_t element_bytes = 0;
    std::int64_t occupancy_cycles = 0;
    std::int64_t latency_cycles = 0;
    std::int64_t folds = 0;
    std::int64_t streamed_rows = 0;
    std::int64_t weight_load_rows = 0;
    std::int64_t drain_cycles = 0;
    std::vector<std::uint32_t> reads;
    std::vector<std::uint32_t> overwrites;
    std::vector<std::uint32_t> updates;
    bool combine = false;
    std::int64_t arithmetic_operations = 0;
    std::string label;
    std::int64_t source_line = 0;
};

// Raises EngineError for a unit that does not exist.
Unit parse_unit(const std::string& name);

// What an operation of this kind does to DRAM; raises EngineError for a kind that its unit cannot run.
Access parse_access(Unit unit, const std::string& kind);

class Program {
public:
    // Checks every operation; raises EngineError naming the first that is inconsistent.
    Program(std::string name, std::vector<Buffer> buffers, std::vector<Operation> operations, TraceCode trace = {});

    const std::string& name() const { return name_; }
    const std::vector<Buffer>& buffers() const { return buffers_; }
    const std::vector<Operation>& operations() const { return operations_; }

    // Writes the records of a launch; empty if a native function does.
    const TraceCode& trace() const { return trace_; }

private:
    std::string name_;
    std::vector<Buffer> buffers_;
    std::vector<Operation> operations_;
    TraceCode trace_;
};

}  // namespace npusim
