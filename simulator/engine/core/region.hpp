// The part of DRAM that one operation touches, and its division into memory requests.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../memory/memory.hpp"
#include "record.hpp"

namespace npusim {

// Runs of bytes at regular distances: one run of `run_bytes` for every index of the outer dimensions. Dimensions are in
// order of address (largest stride first): a DMA engine fetches in that order, independent of the order in the tile. A
// stride of 0 is fetched once and replicated. Neighbouring runs with a gap of less than a request are one run. An
// engine that moves rows piece by piece has the rows of the tensor as runs, and requests the blocks of every piece
// anew.
struct Region {
    Address base = 0;
    std::int64_t run_bytes = 0;    // 0: an empty region
    std::int64_t piece_bytes = 0;  // of a row; 0: runs are not cut
    std::int64_t payload_bytes = 0;
    int rank = 0;
    std::array<std::int64_t, kMaxRank> sizes;
    std::array<std::int64_t, kMaxRank> strides;

    bool empty() const { return run_bytes == 0; }
};

// The region of a strided record; with `piece_bytes` rows are moved piece by piece. Raises EngineError when it reaches
// below address 0.
Region strided_region(const Record& record, std::int64_t element_bytes, std::int64_t request_bytes,
                      std::int64_t piece_bytes = 0);

// `bytes` contiguous bytes.
Region contiguous_region(Address base, std::int64_t bytes);

// The bytes a region may touch, as an interval and, when it is a column block of a matrix, its place in the row.
struct Extent {
    Address low = 0;
    Address high = 0;        // one past the last byte
    std::int64_t pitch = 0;  // 0: only the interval is known
    std::int64_t width = 0;

    // False only when the two certainly have no byte in common.
    bool may_overlap(const Extent& other) const;
};

Extent extent_of(const Region& region);

// Gives the aligned request addresses of a region or of a list of addresses in order, without consecutive duplicates
// within a piece of a row.
class RequestWalker {
public:
    RequestWalker() = default;

    void start(const Region& region, std::int64_t request_bytes);
    void start(std::vector<Address> blocks);  // aligned already, without neighbours that are equal

    bool done() const { return done_; }
    Address address() const { return block_; }

    void pop() {
        if (block_ != last_) {
            block_ += step_;
            return;
        }
        next_run();
    }

private:
    void next_run();
    bool next_index();
    void enter_run();
    bool next_piece();
    void enter_piece();

    Address block_ = 0;
    Address last_ = 0;
    std::int64_t step_ = 1;
    bool done_ = true;
    Region region_;
    Address run_base_ = 0;
    std::int64_t piece_ = 0;  // its first byte in the run
    std::array<std::int64_t, kMaxRank> index_;
    std::vector<Address> blocks_;
    std::size_t next_block_ = 0;
};

}  // namespace npusim
