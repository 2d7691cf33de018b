// The content of the Python object Program. The tables are shared with the worker thread, which must not touch Python
// objects.
#pragma once

#include <memory>

#include "../model/program.hpp"

namespace npusim::python {

struct ProgramHolder {
    std::shared_ptr<const Program> program;
};

}  // namespace npusim::python
