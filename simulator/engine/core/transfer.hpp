// The memory accesses of a record of a DMA or scalar operation.
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

// Whether a gather or scatter has readable indices.
bool has_readable_indices(const Record& record);

// Reads the record (and the index tile it points to). Raises EngineError for invalid sizes, pointers or addresses.
// Loads move rows in pieces of `piece_bytes` (0: whole). `draw` distinguishes the unknown indices of different records.
void read_transfer(const Record& record, const Operation& op, std::int64_t request_bytes, std::int64_t piece_bytes,
                   std::uint64_t draw, Transfer& transfer);

}  // namespace npusim
