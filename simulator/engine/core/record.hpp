// A trace record: 16 int64 with the layout of docs/architecture.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace npusim {

constexpr std::size_t kRecordWords = 16;
constexpr std::size_t kMaxRank = 6;

struct Record {
    std::int64_t operation;
    std::int64_t address;
    std::int64_t sizes[kMaxRank];
    std::int64_t strides[kMaxRank];
    std::int64_t reserved;
    std::int64_t core;

    // gather and scatter; 0 bytes at address 0: the program does not know the indices
    std::int64_t index_count() const { return sizes[0]; }
    std::int64_t index_pointer() const { return sizes[1]; }
    void point_to_indices(const void* indices) { sizes[1] = reinterpret_cast<std::int64_t>(indices); }
    std::int64_t index_bytes() const { return sizes[2]; }
    std::int64_t index_extent() const { return sizes[3]; }
    std::int64_t run_elements() const { return sizes[4]; }      // at every index
    std::int64_t index_stride() const { return strides[0]; }    // bytes from an index to the next
    std::int64_t element_stride() const { return strides[1]; }  // bytes from an element of a run to the next
    // scalar access
    std::int64_t scalar_bytes() const { return sizes[0]; }
};
static_assert(sizeof(Record) == kRecordWords * sizeof(std::int64_t));

}  // namespace npusim
