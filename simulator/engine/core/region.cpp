#include "region.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "../model/error.hpp"

namespace npusim {
namespace {

constexpr std::int64_t kMaxAddress = std::int64_t{1} << 56;

[[noreturn]] void throw_outside(Address base) {
    throw EngineError("a transfer from DRAM address " + std::to_string(base) +
                      " on reaches outside of the device's address space");
}

struct Dimension {
    std::int64_t size;
    std::int64_t stride;
};

struct Dimensions {
    std::array<Dimension, kMaxRank> items;
    int count = 0;

    // Keeps the largest stride first, and of equal strides (windows that overlap) the larger size.
    void insert(Dimension dimension) {
        const auto before = [&](const Dimension& other) {
            return other.stride > dimension.stride ||
                   (other.stride == dimension.stride && other.size >= dimension.size);
        };
        int place = count++;
        for (; place > 0 && !before(items[place - 1]); --place) items[place] = items[place - 1];
        items[place] = dimension;
    }
};

// The dimensions that matter for addresses; the region's base moves to the lowest address when a stride is negative.
Dimensions significant_dimensions(const Record& record, Region& region) {
    Dimensions dimensions;
    for (std::size_t i = 0; i < kMaxRank; ++i) {
        const std::int64_t size = record.sizes[i];
        std::int64_t stride = record.strides[i];
        if (size == 1 || stride == 0) continue;
        if (stride < -kMaxAddress || stride > kMaxAddress || size > kMaxAddress) throw_outside(region.base);
        if (stride < 0) {
            if (size - 1 > kMaxAddress / -stride) throw_outside(region.base);
            region.base += (size - 1) * stride;
            stride = -stride;
        }
        if (__builtin_mul_overflow(region.payload_bytes, size, &region.payload_bytes))
            throw EngineError("a transfer has more elements than fit 64 bits");
        dimensions.insert({size, stride});
    }
    return dimensions;
}

// Grows the run by the innermost dimensions as long as no whole request fits between two runs.
void absorb_inner(Dimensions& dimensions, Region& region, std::int64_t request_bytes) {
    while (dimensions.count > 0) {
        const Dimension inner = dimensions.items[dimensions.count - 1];
        const std::int64_t gap = inner.stride - region.run_bytes;
        if (gap < 0 || gap >= request_bytes) return;
        if (inner.size > kMaxAddress / inner.stride) throw_outside(region.base);
        region.run_bytes += (inner.size - 1) * inner.stride;
        --dimensions.count;
    }
}

// The run is a row: the elements that lie side by side along the innermost dimension.
void take_row(Dimensions& dimensions, Region& region) {
    if (dimensions.count == 0) return;
    const Dimension inner = dimensions.items[dimensions.count - 1];
    if (inner.stride != region.run_bytes) return;
    if (inner.size > kMaxAddress / inner.stride) throw_outside(region.base);
    region.run_bytes *= inner.size;
    --dimensions.count;
}

// Dimensions further out that continue each other become one.
void merge_outer(const Dimensions& dimensions, Region& region) {
    for (int i = 0; i < dimensions.count; ++i) {
        const Dimension& next = dimensions.items[i];
        if (region.rank > 0 && region.strides[region.rank - 1] == next.size * next.stride) {
            region.sizes[region.rank - 1] *= next.size;
            region.strides[region.rank - 1] = next.stride;
        } else {
            region.sizes[region.rank] = next.size;
            region.strides[region.rank++] = next.stride;
        }
    }
}

bool is_empty(const Record& record) {
    for (const std::int64_t size : record.sizes)
        if (size <= 0) return true;
    return false;
}

void check_addresses(const Region& region) {
    __int128 high = static_cast<__int128>(region.base) + region.run_bytes;
    for (int i = 0; i < region.rank; ++i) high += static_cast<__int128>(region.sizes[i] - 1) * region.strides[i];
    if (region.base >= 0 && region.run_bytes > 0 && high <= kMaxAddress) return;
    throw_outside(region.base);
}

}  // namespace

Region strided_region(const Record& record, std::int64_t element_bytes, std::int64_t request_bytes,
                      std::int64_t piece_bytes) {
    Region region;
    if (is_empty(record)) return region;
    region.base = record.address;
    region.run_bytes = element_bytes;
    region.payload_bytes = element_bytes;
    Dimensions dimensions = significant_dimensions(record, region);
    region.piece_bytes = piece_bytes;
    if (piece_bytes > 0)
        take_row(dimensions, region);
    else
        absorb_inner(dimensions, region, request_bytes);
    merge_outer(dimensions, region);
    check_addresses(region);
    return region;
}

Region contiguous_region(Address base, std::int64_t bytes) {
    Region region;
    if (bytes <= 0) return region;
    region.base = base;
    region.run_bytes = region.payload_bytes = bytes;
    check_addresses(region);
    return region;
}

Extent extent_of(const Region& region) {
    Extent extent;
    extent.low = region.base;
    std::int64_t span = region.run_bytes;
    for (int i = region.rank - 1; i >= 0; --i) {
        if (i == 0 && span <= region.strides[0]) {
            extent.pitch = region.strides[0];
            extent.width = span;
        }
        span += (region.sizes[i] - 1) * region.strides[i];
    }
    extent.high = region.base + span;
    return extent;
}

bool Extent::may_overlap(const Extent& other) const {
    if (low >= other.high || other.low >= high) return false;
    if (pitch == 0 || pitch != other.pitch) return true;
    // Two column blocks of one matrix: they meet when one begins within the other, counting round the row.
    const std::int64_t distance = ((other.low - low) % pitch + pitch) % pitch;
    return distance < width || pitch - distance < other.width;
}

void RequestWalker::start(const Region& region, std::int64_t request_bytes) {
    region_ = region;
    step_ = request_bytes;
    blocks_.clear();
    done_ = region.empty();
    if (done_) return;
    run_base_ = region.base;
    index_.fill(0);
    enter_run();
}

void RequestWalker::start(std::vector<Address> blocks) {
    blocks_ = std::move(blocks);
    next_block_ = 0;
    done_ = blocks_.empty();
    if (!done_) block_ = last_ = blocks_[next_block_++];
}

void RequestWalker::enter_run() {
    if (region_.piece_bytes > 0) {
        piece_ = 0;
        return enter_piece();
    }
    block_ = run_base_ & -step_;
    last_ = (run_base_ + region_.run_bytes - 1) & -step_;
}

void RequestWalker::enter_piece() {
    const std::int64_t bytes = std::min(region_.piece_bytes, region_.run_bytes - piece_);
    block_ = (run_base_ + piece_) & -step_;
    last_ = (run_base_ + piece_ + bytes - 1) & -step_;
}

bool RequestWalker::next_piece() {
    piece_ += region_.piece_bytes;
    if (piece_ < region_.run_bytes)
        enter_piece();
    else if (next_index())
        enter_run();
    else
        return false;
    return true;
}

void RequestWalker::next_run() {
    if (!blocks_.empty()) {
        done_ = next_block_ == blocks_.size();
        if (!done_) block_ = last_ = blocks_[next_block_++];
        return;
    }
    if (region_.piece_bytes > 0) {
        done_ = !next_piece();
        return;
    }
    const Address previous = last_;
    while (next_index()) {
        enter_run();
        if (block_ != previous) return;
        if (block_ == last_) continue;
        block_ += step_;
        return;
    }
    done_ = true;
}

bool RequestWalker::next_index() {
    for (int i = region_.rank - 1; i >= 0; --i) {
        run_base_ += region_.strides[i];
        if (++index_[i] < region_.sizes[i]) return true;
        run_base_ -= index_[i] * region_.strides[i];
        index_[i] = 0;
    }
    return false;
}

}  // namespace npusim
