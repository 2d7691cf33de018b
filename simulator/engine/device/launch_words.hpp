// A launch's result as 64-bit words, to be kept by other processes than the one that simulated it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../measures/statistics.hpp"

namespace npusim {

// All that does not depend on when and as which launch it was simulated; without the critical path by operation.
std::vector<std::int64_t> words_of(const LaunchResult& result);

// The result of such words, as a launch that starts at time 0, without a program. Throws EngineError for others.
LaunchResult result_of(const std::int64_t* words, std::size_t count);

}  // namespace npusim
