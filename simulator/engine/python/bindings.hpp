// The parts of the Python module `_engine`; nanobind 3.1.
#pragma once

#include <nanobind/nanobind.h>

#include "../measures/counts.hpp"
#include "../model/config.hpp"

namespace npusim::python {

void bind_program(nanobind::module_& module);
void bind_results(nanobind::module_& module);
void bind_engine(nanobind::module_& module);
void bind_dram(nanobind::module_& module);

// A class whose attributes are the counts of a structure.
template <class Counts>
void bind_counts(nanobind::module_& module, const char* name) {
    nanobind::class_<Counts> bound(module, name);
    for (const Count<Counts>& count : Counts::counts()) bound.def_ro(count.name, count.member);
}

template <class Names>
nanobind::tuple tuple_of(const Names& names) {
    nanobind::list list;
    for (const auto& name : names) list.append(name);
    return nanobind::tuple(list);
}

// Reads the configuration dict of docs/architecture.md; raises EngineError for unknown keys, missing keys and wrong
// types.
EngineConfig read_config(const nanobind::handle& config);

// The dicts memory.device and memory.policy of the configuration; errors as above.
DramSpec read_dram_spec(const nanobind::handle& device);
DramPolicy read_dram_policy(const nanobind::handle& policy);

}  // namespace npusim::python
