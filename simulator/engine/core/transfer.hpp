// What the record of a DMA or scalar operation asks of memory.
#pragma once

#include <vector>

#include "../model/program.hpp"
#include "record.hpp"
#include "region.hpp"

namespace npusim {

struct Transfer {
    Region region;
    std::vector<Address> blocks;  // gather and scatter: the request addresses, in order
    Extent extent;
    std::int64_t payload_bytes = 0;

    bool empty() const { return region.empty() && blocks.empty(); }
};

// Reads the record (and the index tile it points to). Raises EngineError for sizes, pointers or addresses that cannot
// be.
void read_transfer(const Record& record, const Operation& op, std::int64_t request_bytes, Transfer& transfer);

}  // namespace npusim
