#include "transfer.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "../model/error.hpp"

namespace npusim {
namespace {

std::int64_t index_at(const char* indices, std::int64_t position, std::int64_t bytes) {
    if (bytes == 4) {
        std::int32_t value;
        std::memcpy(&value, indices + position * 4, sizeof value);
        return value;
    }
    std::int64_t value;
    std::memcpy(&value, indices + position * 8, sizeof value);
    return value;
}

// A fixed permutation of 64-bit numbers that leaves no visible order.
std::uint64_t mixed(std::uint64_t number) {
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9U;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebU;
    return number ^ (number >> 31);
}

// The indices of one record: those in host memory, or, where the program does not know them, others that are spread
// evenly over the extent, the same ones for the same `draw` and core.
class Indices {
public:
    Indices(const Record& record, std::uint64_t draw)
        : record_(record), seed_(mixed(draw * 2 + 1) + static_cast<std::uint64_t>(record.core)) {}

    std::int64_t at(std::int64_t position) const {
        const std::int64_t bytes = record_.index_bytes(), extent = record_.index_extent();
        if (bytes != 0) return index_at(reinterpret_cast<const char*>(record_.index_pointer()), position, bytes);
        if (extent <= 0) return -1;
        const std::uint64_t drawn = mixed(seed_ * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(position));
        return static_cast<std::int64_t>(drawn % static_cast<std::uint64_t>(extent));
    }

private:
    const Record& record_;
    std::uint64_t seed_;
};

void check_indices(const Record& record) {
    if (record.index_bytes() == 0 && record.index_pointer() == 0 && record.index_count() >= 0) return;
    if (record.index_bytes() != 4 && record.index_bytes() != 8)
        throw EngineError("an index takes 4 or 8 bytes, not " + std::to_string(record.index_bytes()));
    if (record.index_count() < 0 || (record.index_count() > 0 && record.index_pointer() == 0))
        throw EngineError("a gather or scatter has " + std::to_string(record.index_count()) +
                          " indices at host address " + std::to_string(record.index_pointer()));
}

// Blocks of `bytes` bytes from `address` on, unless they are the ones asked for last.
void append_blocks(Address address, std::int64_t bytes, std::int64_t request_bytes, std::vector<Address>& blocks) {
    const Address last = (address + bytes - 1) & -request_bytes;
    for (Address block = address & -request_bytes; block <= last; block += request_bytes)
        if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
}

// Elements at one index that differ: a stride of 0 is fetched once and replicated.
std::int64_t elements_of_run(const Record& record) {
    return record.element_stride() == 0 ? std::min<std::int64_t>(1, record.run_elements()) : record.run_elements();
}

// The run of elements at one index: as one piece where they lie side by side.
void append_run(Address address, const Record& record, std::int64_t element_bytes, std::int64_t request_bytes,
                std::vector<Address>& blocks) {
    const std::int64_t elements = elements_of_run(record), stride = record.element_stride();
    if (stride == element_bytes) return append_blocks(address, elements * element_bytes, request_bytes, blocks);
    for (std::int64_t i = 0; i < elements; ++i)
        append_blocks(address + i * stride, element_bytes, request_bytes, blocks);
}

void check_begin(const Record& record) {
    if (record.address < 0) throw EngineError("a transfer begins at DRAM address " + std::to_string(record.address));
}

void read_indexed(const Record& record, const Operation& op, std::int64_t request_bytes, std::uint64_t draw,
                  Transfer& transfer) {
    check_indices(record);
    const Indices indices(record, draw);
    const std::int64_t reach = (record.run_elements() - 1) * record.element_stride();
    Address low = kNever, high = 0;
    if (record.run_elements() <= 0) return;
    check_begin(record);
    for (std::int64_t i = 0; i < record.index_count(); ++i) {
        const std::int64_t index = indices.at(i);
        if (index < 0 || index >= record.index_extent()) continue;
        const Address address = record.address + index * record.index_stride();
        append_run(address, record, op.element_bytes, request_bytes, transfer.blocks);
        transfer.payload_bytes += elements_of_run(record) * op.element_bytes;
        low = std::min(low, address + std::min<std::int64_t>(0, reach));
        high = std::max(high, address + std::max<std::int64_t>(0, reach) + op.element_bytes);
    }
    if (!transfer.blocks.empty()) transfer.extent = Extent{low, high, 0, 0};
}

}  // namespace

bool has_readable_indices(const Record& record) {
    const bool has_size = record.index_bytes() == 4 || record.index_bytes() == 8;
    return has_size && record.index_count() > 0 && record.index_pointer() != 0;
}

void read_transfer(const Record& record, const Operation& op, std::int64_t request_bytes, std::int64_t piece_bytes,
                   std::uint64_t draw, Transfer& transfer) {
    transfer.blocks.clear();
    transfer.payload_bytes = 0;
    transfer.region = Region{};
    transfer.extent = Extent{};
    if (op.access == Access::none) return;
    if (is_indexed(op.access)) return read_indexed(record, op, request_bytes, draw, transfer);
    const bool scalar = is_scalar(op.access);
    transfer.region =
        scalar ? contiguous_region(record.address, record.scalar_bytes())
               : strided_region(record, op.element_bytes, request_bytes, writes_memory(op.access) ? 0 : piece_bytes);
    if (transfer.region.empty()) return;  // wherever it begins
    check_begin(record);
    transfer.payload_bytes = transfer.region.payload_bytes;
    transfer.extent = extent_of(transfer.region);
}

}  // namespace npusim
