// The parts of the Python module `_engine`; nanobind 3.1.
#pragma once

#include <nanobind/nanobind.h>

#include "../model/config.hpp"

namespace npusim::python {

void bind_program(nanobind::module_& module);
void bind_results(nanobind::module_& module);
void bind_engine(nanobind::module_& module);

// Reads the configuration dict of docs/architecture.md; raises EngineError for unknown keys, missing keys and wrong types.
EngineConfig read_config(const nanobind::handle& config);

}  // namespace npusim::python
