#include "../device/engine.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "../model/error.hpp"
#include "bindings.hpp"
#include "program_holder.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace npusim::python {
namespace {

using Words = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using RecordArray = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using TensorArray = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t kSpanWords = 4;

constexpr std::chrono::milliseconds kSignalInterval{50};

// How a thread says that it begins to wait, and asks whether it is interrupted
// (simulator/native/runtime/interrupts.hpp); until that is connected only Python's main thread is.
struct Interruption {
    void (*begin)() = [] {};
    bool (*is_raised)() = [] { return PyErr_CheckSignals() != 0; };
};
Interruption interruption;

// Ctrl-C reaches Python only when somebody asks. True when a handler raised (KeyboardInterrupt, as a rule); the
// exception is dropped.
bool signal_raised() {
    const nb::gil_scoped_acquire gil;
    if (!interruption.is_raised()) return false;
    PyErr_Clear();
    return true;
}

[[noreturn]] void raise_interrupt() {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw nb::python_error();
}

// Asks for signals at most every kSignalInterval.
class SignalPoll {
public:
    SignalPoll() { interruption.begin(); }
    bool operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < kSignalInterval) return false;
        last_ = now;
        return raised_ = signal_raised();
    }
    bool raised() const { return raised_; }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    bool raised_ = false;
};

class EngineHolder {
public:
    explicit EngineHolder(const EngineConfig& config) : engine_(new Engine(config)) {}
    EngineHolder(const EngineHolder&) = delete;
    EngineHolder& operator=(const EngineHolder&) = delete;
    ~EngineHolder() {
        if (!engine_->is_of_this_process()) return;  // its threads and locks are those of the parent: leave them alone
        const nb::gil_scoped_release release;
        delete engine_;
    }

    Engine& operator*() { return *engine_; }
    Engine* operator->() { return engine_; }

private:
    Engine* engine_;
};

// Rows of allocation, address, bytes, wish.
std::vector<TensorSpan> read_tensors(const std::optional<TensorArray>& rows) {
    std::vector<TensorSpan> tensors;
    if (!rows) return tensors;
    if (rows->shape(1) != kSpanWords) throw EngineError("a tensor has 4 words, not " + std::to_string(rows->shape(1)));
    for (const std::int64_t* row = rows->data(); row != rows->data() + rows->shape(0) * kSpanWords; row += kSpanWords) {
        constexpr std::int64_t kEnd = std::int64_t{1} << 56;
        const bool outside = row[1] < 0 || row[2] < 0 || row[1] > kEnd || row[2] > kEnd;
        if (outside || row[3] < 0 || row[3] > static_cast<std::int64_t>(TensorWish::freed))
            throw EngineError("a tensor has " + std::to_string(row[2]) + " bytes at address " + std::to_string(row[1]) +
                              " and wish " + std::to_string(row[3]) + "; wishes are 0 (none), 1 (resident), 2 (freed)");
        tensors.push_back({row[0], row[1], row[2], static_cast<TensorWish>(row[3])});
    }
    return tensors;
}

Launch make_launch(const ProgramHolder& program, std::int64_t stream, std::int64_t earliest_start_ps,
                   const std::optional<TensorArray>& tensors) {
    if (earliest_start_ps < 0)
        throw EngineError("earliest_start_ps is " + std::to_string(earliest_start_ps) + "; time starts at 0");
    Launch launch;
    launch.program = program.program;
    launch.tensors = read_tensors(tensors);
    launch.stream = stream;
    launch.earliest_start = earliest_start_ps;
    return launch;
}

Launch make_traced_launch(const ProgramHolder& program, std::uint64_t function, const Words& arguments,
                          std::int64_t stream, std::int64_t earliest_start_ps,
                          const std::optional<TensorArray>& tensors) {
    const TraceCode& code = program.program->trace();
    if (function == 0 && code.empty())
        throw EngineError("the address of the trace function is 0: the kernel has no trace program");
    if (arguments.shape(0) == 0)
        throw EngineError("the arguments need a last word for the address of the trace context");
    if (function == 0 && arguments.shape(0) < code.arguments)
        throw EngineError("the trace program has " + std::to_string(code.arguments) + " arguments, not " +
                          std::to_string(arguments.shape(0)));
    Launch launch = make_launch(program, stream, earliest_start_ps, tensors);
    launch.function = reinterpret_cast<TraceFunction>(function);
    launch.arguments.assign(arguments.data(), arguments.data() + arguments.shape(0));
    return launch;
}

std::int64_t launch(EngineHolder& engine, const ProgramHolder& program, std::uint64_t function, const Words& arguments,
                    std::int64_t stream, std::int64_t earliest_start_ps, const std::optional<TensorArray>& tensors,
                    const std::optional<std::int64_t>& longest_ps, const LaunchResult* known) {
    Launch launch = make_traced_launch(program, function, arguments, stream, earliest_start_ps, tensors);
    launch.longest = longest_ps.value_or(kNever);
    // A copy, which the worker can drop: what Python shares is dropped under its lock.
    if (known != nullptr) launch.known = std::make_shared<const LaunchResult>(*known);
    return engine->submit(std::move(launch));
}

std::int64_t launch_records(EngineHolder& engine, const ProgramHolder& program, const RecordArray& records,
                            std::int64_t stream, std::int64_t earliest_start_ps,
                            const std::optional<TensorArray>& tensors) {
    if (records.shape(1) != kRecordWords)
        throw EngineError("a trace record has 16 words, not " + std::to_string(records.shape(1)));
    Launch launch = make_launch(program, stream, earliest_start_ps, tensors);
    launch.records.assign(records.data(), records.data() + records.shape(0) * kRecordWords);
    return engine->submit(std::move(launch));
}

void synchronize(EngineHolder& engine) {
    SignalPoll poll;
    const nb::gil_scoped_release release;
    while (!engine->wait(kSignalInterval)) {
        if (!poll()) continue;
        engine->cancel();
        const nb::gil_scoped_acquire gil;
        raise_interrupt();
    }
}

std::int64_t run_inline(EngineHolder& engine, const ProgramHolder& program, std::uint64_t function,
                        const Words& arguments, std::int64_t stream, std::int64_t earliest_start_ps,
                        const std::optional<TensorArray>& tensors) {
    Launch launch = make_traced_launch(program, function, arguments, stream, earliest_start_ps, tensors);
    synchronize(engine);
    SignalPoll poll;
    std::int64_t id;
    {
        const nb::gil_scoped_release release;
        id = engine->run_here(std::move(launch), [&poll] { return poll(); });
    }
    if (poll.raised()) raise_interrupt();
    return id;
}

void cancel(EngineHolder& engine) {
    const nb::gil_scoped_release release;
    engine->cancel();
}

nb::list take_results(EngineHolder& engine) {
    nb::list results;
    for (auto& result : engine->take_results()) results.append(nb::cast(std::const_pointer_cast<LaunchResult>(result)));
    return results;
}

}  // namespace

void bind_engine(nb::module_& module) {
    module.def(
        "connect_interruption",
        [](std::uintptr_t begin, std::uintptr_t is_raised) {
            interruption = {reinterpret_cast<void (*)()>(begin), reinterpret_cast<bool (*)()>(is_raised)};
        },
        "begin"_a, "is_raised"_a,
        "Lets waits of all threads end with KeyboardInterrupt, by the addresses of the runtime's functions for it");
    nb::class_<EngineHolder>(module, "Engine", "The simulated machine: cores, memory and the simulated clock")
        .def(
            "__init__",
            [](EngineHolder* self, const nb::handle& config) { new (self) EngineHolder(read_config(config)); },
            "config"_a)
        .def("launch", launch, "program"_a, "trace_function"_a, "arguments"_a.noconvert(), nb::kw_only(),
             "stream"_a = 0, "earliest_start_ps"_a = 0, "tensors"_a = nb::none(), "longest_ps"_a = nb::none(),
             "known"_a = nb::none())
        .def("run_inline", run_inline, "program"_a, "trace_function"_a, "arguments"_a.noconvert(), nb::kw_only(),
             "stream"_a = 0, "earliest_start_ps"_a = 0, "tensors"_a = nb::none())
        .def("launch_records", launch_records, "program"_a, "records"_a.noconvert(), nb::kw_only(), "stream"_a = 0,
             "earliest_start_ps"_a = 0, "tensors"_a = nb::none())
        .def("synchronize", synchronize)
        .def("cancel", cancel)
        .def("take_results", take_results)
        .def("progress", [](EngineHolder& engine) { return engine->progress(); })
        .def(
            "stream_ready_ps", [](EngineHolder& engine, std::int64_t stream) { return engine->stream_ready(stream); },
            "stream"_a)
        .def_prop_ro("device_ready_ps", [](EngineHolder& engine) { return engine->device_ready(); });
}

}  // namespace npusim::python
