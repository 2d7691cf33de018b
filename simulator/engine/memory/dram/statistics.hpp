// The counters of a DRAM channel. Row hits, misses and conflicts are counted per request, by the first command that was
// sent for it.
#pragma once

#include <array>
#include <cstdint>

#include "../../measures/counts.hpp"

namespace npusim {

struct DramStatistics {
    std::int64_t reads = 0;  // served by the device
    std::int64_t writes = 0;
    std::int64_t row_hits = 0;
    std::int64_t forwarded_reads = 0;  // answered from the write queue
    std::int64_t replaced_writes = 0;  // by a later one, while they waited in the queue
    std::int64_t row_misses = 0;       // no row was open
    std::int64_t row_conflicts = 0;    // another row was open
    std::int64_t activates = 0;
    std::int64_t precharges = 0;
    std::int64_t refreshes = 0;

    static constexpr auto counts() {
        using S = DramStatistics;
        return std::to_array<Count<S>>({{"reads", &S::reads},
                                        {"writes", &S::writes},
                                        {"forwarded_reads", &S::forwarded_reads},
                                        {"replaced_writes", &S::replaced_writes},
                                        {"row_hits", &S::row_hits},
                                        {"row_misses", &S::row_misses},
                                        {"row_conflicts", &S::row_conflicts},
                                        {"activates", &S::activates},
                                        {"precharges", &S::precharges},
                                        {"refreshes", &S::refreshes}});
    }
};

}  // namespace npusim
