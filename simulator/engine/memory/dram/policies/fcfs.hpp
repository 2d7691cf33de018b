// First come, first served: the first commands of requests go out in the order in which the requests came, whatever the
// timings would allow to others. What reordering is worth can be seen by comparison.
#pragma once

#include "concepts.hpp"

namespace npusim {

struct Fcfs {
    static constexpr std::string_view kName = "fcfs";

    static RequestSet::Places eligible(const RequestSet& set, RequestSet::Places ready) {
        return ready == 0 ? 0 : ready & RequestSet::bit(set.oldest(set.all()));
    }
    static std::size_t first(const RequestSet& set, RequestSet::Places requests) { return set.oldest(requests); }
};

}  // namespace npusim
