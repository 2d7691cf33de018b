#include "program.hpp"

#include <algorithm>

#include "error.hpp"

namespace npusim {
namespace {

constexpr std::int64_t kMaxElementBytes = 4096;

[[noreturn]] void refuse(const std::string& where, const std::string& what) { throw EngineError(where + ": " + what); }

std::string where(const std::string& program, std::size_t index, const Operation& op) {
    const std::string label = op.label.empty() ? op.kind : op.label;
    return "kernel '" + program + "', operation " + std::to_string(index) + " (" + label + ")";
}

void check_not_negative(const std::string& at, const char* name, std::int64_t value) {
    if (value < 0) refuse(at, std::string(name) + " is " + std::to_string(value) + "; it must not be negative");
}

void check_buffers(const std::string& at, const std::vector<std::uint32_t>& used, std::size_t count) {
    for (const std::uint32_t buffer : used)
        if (buffer >= count)
            refuse(at, "names buffer " + std::to_string(buffer) + ", but the kernel has " + std::to_string(count) +
                           " buffers");
}

void check_cycles(const std::string& at, const Operation& op) {
    check_not_negative(at, "occupancy_cycles", op.occupancy_cycles);
    check_not_negative(at, "latency_cycles", op.latency_cycles);
    check_not_negative(at, "weight_load_rows", op.weight_load_rows);
    check_not_negative(at, "drain_cycles", op.drain_cycles);
    check_not_negative(at, "arithmetic_operations", op.arithmetic_operations);
    if (op.unit == Unit::array && (op.folds < 1 || op.streamed_rows < 1))
        refuse(at, "an operation on a systolic array needs folds and streamed_rows of at least 1");
}

void check_access(const std::string& at, const Operation& op) {
    const bool needs_element = op.unit == Unit::load || op.unit == Unit::store;
    if (needs_element && (op.element_bytes < 1 || op.element_bytes > kMaxElementBytes))
        refuse(at, "element_bytes is " + std::to_string(op.element_bytes) + "; a DMA operation needs 1 to 4096");
    if (op.combine && op.unit != Unit::store) refuse(at, "only a store or a scatter can combine");
}

void check_operation(const std::string& at, const Operation& op, std::size_t buffers) {
    check_buffers(at, op.reads, buffers);
    check_buffers(at, op.overwrites, buffers);
    check_buffers(at, op.updates, buffers);
    check_cycles(at, op);
    check_access(at, op);
}

bool contains(const std::vector<std::uint32_t>& list, std::uint32_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

void drop_repetitions(std::vector<std::uint32_t>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

// An update reads the buffer already, and writing a whole buffer makes updating it in part redundant.
void drop_redundant_uses(Operation& op) {
    drop_repetitions(op.reads);
    drop_repetitions(op.overwrites);
    drop_repetitions(op.updates);
    std::erase_if(op.updates, [&](std::uint32_t b) { return contains(op.overwrites, b); });
    std::erase_if(op.reads, [&](std::uint32_t b) { return contains(op.updates, b); });
}

}  // namespace

Unit parse_unit(const std::string& name) {
    for (std::size_t i = 0; i < kUnits; ++i)
        if (name == kUnitNames[i]) return static_cast<Unit>(i);
    throw EngineError("there is no unit '" + name +
                      "'; the units are load, store, array, vector, cross_lane and scalar");
}

Access parse_access(Unit unit, const std::string& kind) {
    if (unit == Unit::load) {
        if (kind == "dma_load") return Access::strided_read;
        if (kind == "gather") return Access::indexed_read;
        throw EngineError("the load engine runs dma_load and gather, not '" + kind + "'");
    }
    if (unit == Unit::store) {
        if (kind == "dma_store") return Access::strided_write;
        if (kind == "scatter") return Access::indexed_write;
        throw EngineError("the store engine runs dma_store and scatter, not '" + kind + "'");
    }
    if (unit == Unit::scalar && kind == "dram_read") return Access::scalar_read;
    if (unit == Unit::scalar && kind == "dram_write") return Access::scalar_write;
    if (unit == Unit::scalar && kind == "barrier") return Access::barrier;
    return Access::none;
}

Program::Program(std::string name, std::vector<Buffer> buffers, std::vector<Operation> operations)
    : name_(std::move(name)), buffers_(std::move(buffers)), operations_(std::move(operations)) {
    for (const Buffer& buffer : buffers_)
        if (buffer.slots < 1 || buffer.bytes < 0)
            refuse("kernel '" + name_ + "', buffer '" + buffer.name + "'",
                   "slots must be at least 1 and bytes not negative");
    for (std::size_t i = 0; i < operations_.size(); ++i) {
        check_operation(where(name_, i, operations_[i]), operations_[i], buffers_.size());
        drop_redundant_uses(operations_[i]);
    }
}

}  // namespace npusim
