// The parts of the Python module `_engine`; nanobind 3.1.
#pragma once

#include <nanobind/nanobind.h>

#include "../model/config.hpp"

namespace npusim::python {

void bind_program(nanobind::module_& module);
void bind_results(nanobind::module_& module);
void bind_engine(nanobind::module_& module);
void bind_dram(nanobind::module_& module);

// Reads the configuration dict of docs/architecture.md; raises EngineError for unknown keys, missing keys and wrong
// types.
EngineConfig read_config(const nanobind::handle& config);

// The dicts memory.device and memory.policy of the configuration; errors as above.
DramSpec read_dram_spec(const nanobind::handle& device);
DramPolicy read_dram_policy(const nanobind::handle& policy);

}  // namespace npusim::python
