#include <exception>

#include "../core/record.hpp"
#include "../measures/critical_path.hpp"
#include "../model/error.hpp"
#include "../model/trace_code.hpp"
#include "../model/units.hpp"
#include "bindings.hpp"

namespace nb = nanobind;

namespace {

// The class lives in Python, so that users catch it without importing the extension.
void translate_error(const std::exception_ptr& pointer, void*) {
    try {
        std::rethrow_exception(pointer);
    } catch (const npusim::EngineError& error) {
        const nb::object type = nb::module_::import_("npusim.simulator.errors").attr("EngineError");
        PyErr_SetString(type.ptr(), error.what());
    }
}

// Names of the units that `is_listed` is true of, in the order of their numbers.
template <class Listed>
nb::tuple unit_names(Listed is_listed) {
    nb::list names;
    for (const npusim::UnitTraits& traits : npusim::kUnitTraits)
        if (is_listed(traits)) names.append(traits.name);
    return nb::tuple(names);
}

}  // namespace

NB_MODULE(_engine, module) {
    module.doc() = "The timing engine: units, scratchpad hazards, DMA and memory of a simulated NPU";
    nb::set_leak_warnings(false);  // programs and engines live until the process ends
    nb::register_exception_translator(translate_error);
    module.attr("UNITS") = unit_names([](const npusim::UnitTraits&) { return true; });
    module.attr("DMA_ENGINES") = unit_names([](const npusim::UnitTraits& traits) { return traits.dma_engine; });
    module.attr("CRITICAL_PATH_CAUSES") = npusim::python::tuple_of(npusim::kCauseNames);
    module.attr("TRACE_OPS") = npusim::python::tuple_of(npusim::kTraceOpNames);
    module.attr("RECORD_WORDS") = npusim::kRecordWords;
    npusim::python::bind_program(module);
    npusim::python::bind_results(module);
    npusim::python::bind_engine(module);
    npusim::python::bind_dram(module);
}
