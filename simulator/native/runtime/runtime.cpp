// What calls compiled kernels, and the Python module of what compiled kernels call.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdlib>
#include <new>
#include <vector>

#include "entry_points.hpp"
#include "interrupts.hpp"
#include "leaving.hpp"
#include "records.hpp"
#include "transfers/descriptor.hpp"

namespace nb = nanobind;

namespace npusim {
namespace {

constexpr size_t kAlignment = 64;

// Scratchpad memory of the calling thread; grows, never shrinks.
class Scratchpad {
public:
    ~Scratchpad() { std::free(memory_); }

    char* at_least(size_t bytes) {
        if (bytes > size_) {
            std::free(memory_);
            size_ = (bytes + kAlignment - 1) / kAlignment * kAlignment;
            memory_ = static_cast<char*>(std::aligned_alloc(kAlignment, size_));
            if (memory_ == nullptr) {
                size_ = 0;
                throw std::bad_alloc();
            }
        }
        return memory_;
    }

private:
    char* memory_ = nullptr;
    size_t size_ = 0;
};

char* scratchpad(size_t bytes) {
    thread_local Scratchpad memory;
    return memory.at_least(bytes);
}

// Appends the integers of a Python sequence.
void append(nb::sequence values, int64_t* slots, size_t count) {
    for (size_t i = 0; i < count; ++i) slots[i] = nb::cast<int64_t>(values[i]);
}

// None, or (fault, line, three numbers) of the first fault since the last call.
nb::object take_fault_of_thread() {
    const FaultReport fault = take_fault();
    if (!fault.happened) return nb::none();
    return nb::make_tuple(static_cast<int64_t>(fault.fault), fault.line, fault.numbers[0], fault.numbers[1],
                          fault.numbers[2]);
}

Ending run_without_gil(Entry entry, const int64_t* slots) {
    const nb::gil_scoped_release released;
    return run_program(entry, slots);
}

// None, or (check, index, size) of the first bad index since the last call.
nb::object take_bad_index_of_thread() {
    const BadIndex bad = take_bad_index();
    if (!bad.happened) return nb::none();
    return nb::make_tuple(bad.check, bad.index, bad.size);
}

nb::object run(uintptr_t entry, const int64_t* slots) {
    take_fault();
    npusim_begin_interruptible();
    if (npusim_is_interrupted()) throw nb::python_error();
    if (run_without_gil(reinterpret_cast<Entry>(entry), slots) == Ending::interrupted) throw nb::python_error();
    return take_fault_of_thread();
}

nb::object invoke(uintptr_t entry, nb::sequence args) {
    const size_t count = nb::len(args);
    std::vector<int64_t> slots(count);
    append(args, slots.data(), count);
    return run(entry, slots.data());
}

nb::object launch(uintptr_t entry, nb::sequence pointers, nb::sequence sizes, size_t scratchpad_bytes) {
    const size_t tensors = nb::len(pointers), dimensions = nb::len(sizes), count = tensors + dimensions + 1;
    int64_t few[64];
    std::vector<int64_t> many(count > 64 ? count : 0);
    int64_t* slots = many.empty() ? few : many.data();
    append(pointers, slots, tensors);
    append(sizes, slots + tensors, dimensions);
    slots[count - 1] = reinterpret_cast<int64_t>(scratchpad_bytes ? scratchpad(scratchpad_bytes) : nullptr);
    return run(entry, slots);
}

nb::dict symbols() {
    nb::dict table;
    table["npusim_dma_load"] = reinterpret_cast<uintptr_t>(&npusim_dma_load);
    table["npusim_dma_store"] = reinterpret_cast<uintptr_t>(&npusim_dma_store);
    table["npusim_gather"] = reinterpret_cast<uintptr_t>(&npusim_gather);
    table["npusim_gather_rows"] = reinterpret_cast<uintptr_t>(&npusim_gather_rows);
    table["npusim_scatter"] = reinterpret_cast<uintptr_t>(&npusim_scatter);
    table["npusim_scatter_rows"] = reinterpret_cast<uintptr_t>(&npusim_scatter_rows);
    table["npusim_bad_index"] = reinterpret_cast<uintptr_t>(&npusim_bad_index);
    table["npusim_stray"] = reinterpret_cast<uintptr_t>(&npusim_stray);
    table["npusim_record"] = reinterpret_cast<uintptr_t>(&npusim_record);
    table["npusim_watch"] = reinterpret_cast<uintptr_t>(&npusim_watch);
    table["npusim_poll"] = reinterpret_cast<uintptr_t>(&npusim_poll);
    table["npusim_refuse"] = reinterpret_cast<uintptr_t>(&npusim_refuse);
    table["__truncsfbf2"] = reinterpret_cast<uintptr_t>(&truncate_to_bf16);
    table["__truncdfbf2"] = reinterpret_cast<uintptr_t>(&truncate_double_to_bf16);
    return table;
}

}  // namespace
}  // namespace npusim

NB_MODULE(_runtime, m) {
    m.doc() = "What compiled kernels call, and what calls compiled kernels.";
    m.attr("MAX_RANK") = npusim::kMaxRank;
    m.def("symbols", &npusim::symbols, "Address of every C function that compiled kernels may call.");
    m.def("invoke", &npusim::invoke, nb::arg("entry"), nb::arg("args"),
          "Call entry(args) without the GIL. None, or (fault, line, three numbers) of the first thing that it did "
          "wrong. Ctrl-C raises.");
    m.def("launch", &npusim::launch, nb::arg("entry"), nb::arg("pointers"), nb::arg("sizes"),
          nb::arg("scratchpad_bytes"),
          "Like invoke, with the slots pointers, sizes, scratchpad; the scratchpad belongs to the calling thread.");
    m.def("take_fault", &npusim::take_fault_of_thread,
          "What invoke returns, for a program that the calling thread has run in another way.");
    m.def("take_bad_index", &npusim::take_bad_index_of_thread,
          "None, or (check, index, size) of the first index that its dimension does not have, in what the calling "
          "thread has run since the last call.");
    m.def(
        "interruption",
        [] {
            const auto address = [](auto* function) { return reinterpret_cast<uintptr_t>(function); };
            return nb::make_tuple(address(&npusim::npusim_begin_interruptible),
                                  address(&npusim::npusim_is_interrupted));
        },
        "Addresses of the functions of runtime/interrupts.hpp: begin, is_interrupted.");
    m.def(
        "scratchpad", [](size_t bytes) { return reinterpret_cast<uintptr_t>(npusim::scratchpad(bytes)); },
        nb::arg("bytes"),
        "Address of the calling thread's scratchpad, 64-byte aligned; valid until the thread asks for a larger one.");
}
