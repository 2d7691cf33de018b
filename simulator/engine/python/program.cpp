#include "../model/program.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "../device/trace_interpreter.hpp"
#include "../model/error.hpp"
#include "bindings.hpp"
#include "program_holder.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace npusim::python {
namespace {

using Indices = std::vector<std::uint32_t>;
using Words = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
// Instructions (rows of operation, a, b, c, d), what registers begin with, templates of records.
using Trace = std::tuple<Rows, Words, Rows>;

void init_operation(Operation* self, const std::string& unit, const std::string& kind, std::int64_t element_bytes,
                    std::int64_t occupancy_cycles, std::int64_t latency_cycles, std::int64_t folds,
                    std::int64_t streamed_rows, std::int64_t weight_load_rows, std::int64_t drain_cycles, Indices reads,
                    Indices overwrites, Indices updates, bool combine, std::int64_t arithmetic_operations,
                    std::string label, std::int64_t source_line) {
    Operation op;
    op.unit = parse_unit(unit);
    op.access = parse_access(op.unit, kind);
    op.kind = kind;
    op.element_bytes = element_bytes;
    op.occupancy_cycles = occupancy_cycles;
    op.latency_cycles = latency_cycles;
    op.folds = folds;
    op.streamed_rows = streamed_rows;
    op.weight_load_rows = weight_load_rows;
    op.drain_cycles = drain_cycles;
    op.reads = std::move(reads);
    op.overwrites = std::move(overwrites);
    op.updates = std::move(updates);
    op.combine = combine;
    op.arithmetic_operations = arithmetic_operations;
    op.label = std::move(label);
    op.source_line = source_line;
    new (self) Operation(std::move(op));
}

void init_buffer(Buffer* self, std::string name, std::int64_t slots, std::int64_t bytes) {
    new (self) Buffer{std::move(name), slots, bytes};
}

TraceInstruction read_instruction(const std::int64_t* row) {
    if (row[0] < 0 || row[0] >= static_cast<std::int64_t>(kTraceOpNames.size()))
        throw EngineError("no operation of trace programs has the number " + std::to_string(row[0]));
    const auto field = [row](std::size_t i) { return static_cast<std::int32_t>(row[i]); };
    return {static_cast<TraceOp>(row[0]), field(1), field(2), field(3), field(4)};
}

TraceCode read_trace(const Trace& given) {
    constexpr std::size_t kFields = 5;
    const auto& [instructions, registers, records] = given;
    if (instructions.shape(1) != kFields || records.shape(1) != TraceCode::kWords)
        throw EngineError("instructions of a trace program have 5 numbers, records 16");
    TraceCode code;
    for (std::size_t row = 0; row < instructions.shape(0); ++row)
        code.instructions.push_back(read_instruction(instructions.data() + row * kFields));
    code.registers.assign(registers.data(), registers.data() + registers.shape(0));
    code.records.resize(records.shape(0));
    for (std::size_t row = 0; row < code.records.size(); ++row)
        std::copy_n(records.data() + row * TraceCode::kWords, TraceCode::kWords, code.records[row].begin());
    return code;
}

void init_program(ProgramHolder* self, std::string name, std::vector<Buffer> buffers, std::vector<Operation> operations,
                  const std::optional<Trace>& trace) {
    TraceCode code = trace ? read_trace(*trace) : TraceCode{};
    new (self) ProgramHolder{
        std::make_shared<const Program>(std::move(name), std::move(buffers), std::move(operations), std::move(code))};
}

// The records of a launch, as rows.
nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>> trace_records(const ProgramHolder& program, const Words& arguments) {
    const TraceCode& code = program.program->trace();
    if (arguments.shape(0) < code.arguments)
        throw EngineError("the trace program has " + std::to_string(code.arguments) + " arguments");
    constexpr std::size_t kRecords = 256;
    std::vector<Record> buffer(kRecords);
    auto* words = new std::vector<std::int64_t>;
    const nb::capsule owner(words, [](void* taken) noexcept { delete static_cast<std::vector<std::int64_t>*>(taken); });
    interpret(code, arguments.data(), buffer, [words](const Record* records, std::size_t count) {
        const auto* first = reinterpret_cast<const std::int64_t*>(records);
        words->insert(words->end(), first, first + count * kRecordWords);
    });
    return {words->data(), {words->size() / kRecordWords, kRecordWords}, owner};
}

}  // namespace

void bind_program(nb::module_& module) {
    nb::class_<Buffer>(module, "Buffer", "A scratchpad tile: `slots` physical copies of `bytes` bytes, per core")
        .def("__init__", init_buffer, "name"_a, nb::kw_only(), "slots"_a = 2, "bytes"_a = 0)
        .def_ro("name", &Buffer::name)
        .def_ro("slots", &Buffer::slots)
        .def_ro("bytes", &Buffer::bytes);
    nb::class_<Operation>(module, "Operation", "One entry of the static operation table; buffers are indices")
        .def("__init__", init_operation, "unit"_a, "kind"_a, nb::kw_only(), "element_bytes"_a = 0,
             "occupancy_cycles"_a = 0, "latency_cycles"_a = 0, "folds"_a = 0, "streamed_rows"_a = 0,
             "weight_load_rows"_a = 0, "drain_cycles"_a = 0, "reads"_a = Indices{}, "overwrites"_a = Indices{},
             "updates"_a = Indices{}, "combine"_a = false, "arithmetic_operations"_a = 0, "label"_a = "",
             "source_line"_a = 0)
        .def_prop_ro("unit", [](const Operation& op) { return name_of(op.unit); })
        .def_ro("kind", &Operation::kind)
        .def_ro("label", &Operation::label)
        .def_ro("source_line", &Operation::source_line);
    nb::class_<ProgramHolder>(module, "Program", "The static tables of one kernel")
        .def("__init__", init_program, "name"_a, "buffers"_a, "operations"_a, "trace"_a = nb::none())
        .def_prop_ro("name", [](const ProgramHolder& p) { return p.program->name(); })
        .def_prop_ro("buffers", [](const ProgramHolder& p) { return p.program->buffers(); })
        .def_prop_ro("operations", [](const ProgramHolder& p) { return p.program->operations(); })
        .def("trace_records", trace_records, "arguments"_a.noconvert());
}

}  // namespace npusim::python
