// The engine's exception; the bindings turn it into npusim.simulator.errors.EngineError.
#pragma once

#include <stdexcept>

namespace npusim {

class EngineError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace npusim
