// "command": channels that are simulated command by command. A channel is simulated only when a request comes for it or
// its answers fall due: an answer is certain some time before it arrives, so they are delivered in batches.
#pragma once

#include <memory>

#include "../memory.hpp"

namespace npusim {

// Raises EngineError for a device, a policy or a mapping that does not exist or does not fit.
std::unique_ptr<Memory> make_command_memory(const EngineConfig& config);

}  // namespace npusim
