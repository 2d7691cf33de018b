#include "rules.hpp"

#include <cmath>

#include "../../../model/error.hpp"
#include "../request_set.hpp"

namespace npusim {
namespace {

std::int64_t checked_capacity(std::int64_t capacity, const char* key) {
    if (capacity >= 1 && capacity <= RequestSet::kMaxCapacity) return capacity;
    throw EngineError(std::string("engine configuration: memory.") + key + " is " + std::to_string(capacity) +
                      "; it must be from 1 to " + std::to_string(RequestSet::kMaxCapacity));
}

std::int64_t share(double part, std::int64_t queue, double (*round)(double)) {
    return static_cast<std::int64_t>(round(part * static_cast<double>(queue)));
}

}  // namespace

DramRules::DramRules(const DramSpec& device, const DramPolicy& policy)
    : spec(device),
      timings(device),
      read_queue(checked_capacity(policy.read_queue, "read_queue")),
      write_queue(checked_capacity(policy.write_queue, "write_queue")),
      write_low(share(policy.write_low, write_queue, std::ceil)),
      write_high(share(policy.write_high, write_queue, std::floor)),
      read_latency(spec.tCL + spec.burst),
      write_latency(spec.tCWL + spec.burst) {}

}  // namespace npusim
