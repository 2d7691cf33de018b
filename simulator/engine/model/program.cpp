#include "program.hpp"

#include <algorithm>

#include "error.hpp"
#include "names.hpp"

namespace npusim {
namespace {

constexpr std::int64_t kMaxElementBytes = 4096;

// The operations that do something to DRAM, or to the order of what is done to it.
struct AccessKind {
    Unit unit;
    const char* kind;
    Access access;
};

constexpr AccessKind kAccessKinds[] = {
    {Unit::load, "dma_load", Access::strided_read},    {Unit::load, "gather", Access::indexed_read},
    {Unit::store, "dma_store", Access::strided_write}, {Unit::store, "scatter", Access::indexed_write},
    {Unit::scalar, "dram_read", Access::scalar_read},  {Unit::scalar, "dram_write", Access::scalar_write},
    {Unit::scalar, "barrier", Access::barrier},
};

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
    if (traits_of(op.unit).systolic && (op.folds < 1 || op.streamed_rows < 1))
        refuse(at, "an operation on a systolic array needs folds and streamed_rows of at least 1");
}

void check_access(const std::string& at, const Operation& op) {
    if (traits_of(op.unit).dma_engine && (op.element_bytes < 1 || op.element_bytes > kMaxElementBytes))
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
    std::string names;
    for (const UnitTraits& traits : kUnitTraits) {
        if (name == traits.name) return traits.unit;
        append_name(names, traits.name);
    }
    throw EngineError("there is no unit '" + name + "'; the units are: " + names);
}

Access parse_access(Unit unit, const std::string& kind) {
    std::string kinds;
    for (const AccessKind& known : kAccessKinds) {
        if (known.unit != unit) continue;
        if (kind == known.kind) return known.access;
        append_name(kinds, known.kind);
    }
    if (!traits_of(unit).dma_engine) return Access::none;
    throw EngineError(std::string("the ") + name_of(unit) + " engine does not run '" + kind + "'; it runs: " + kinds);
}

Program::Program(std::string name, std::vector<Buffer> buffers, std::vector<Operation> operations, TraceCode trace)
    : name_(std::move(name)),
      buffers_(std::move(buffers)),
      operations_(std::move(operations)),
      trace_(std::move(trace)) {
    trace_.check();
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
