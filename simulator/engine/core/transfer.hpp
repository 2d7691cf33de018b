// What the record of a DMA or scalar operation asks of memory.
#pragma once

#include <cstdint>
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

// Whether a gather or scatter points to indices that are there to be read.
bool has_readable_indices(const Record& record);

// Reads the record (and the index tile it points to). Raises EngineError for sizes, pointers or addresses that cannot
// be. Loads move rows in pieces of `piece_bytes` (0: whole). `draw` tells indices that the program does not know apart
// from those of other records.
void read_transfer(const Record& record, const Operation& op, std::int64_t request_bytes, std::int64_t piece_bytes,
                   std::uint64_t draw, Transfer& transfer);

}  // namespace npusim
