// Runs the code of a trace program.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "../core/record.hpp"
#include "../model/trace_code.hpp"

namespace npusim {

// Runs `code`, and hands the records to `consume` whenever `buffer` is full, where the code says so and at the end; now
// and then also without any, to learn whether they are still wanted: what `consume` throws ends the program. Raises
// EngineError for a division by zero.
void interpret(const TraceCode& code, const std::int64_t* arguments, std::vector<Record>& buffer,
               const std::function<void(const Record*, std::size_t)>& consume);

}  // namespace npusim
