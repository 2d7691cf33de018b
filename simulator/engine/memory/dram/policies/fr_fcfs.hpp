// First ready, first come, first served: the oldest of the requests whose next command the timings allow.
#pragma once

#include "concepts.hpp"

namespace npusim {

struct FrFcfs {
    static constexpr std::string_view kName = "fr_fcfs";

    static RequestSet::Places eligible(const RequestSet&, RequestSet::Places ready) { return ready; }
    static std::size_t first(const RequestSet& set, RequestSet::Places requests) { return set.oldest(requests); }
};

}  // namespace npusim
