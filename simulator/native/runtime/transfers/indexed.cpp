// Gathers and scatters: of elements, and of rows of elements.
#include <algorithm>
#include <cstring>

#include "../entry_points.hpp"
#include "combine.hpp"
#include "descriptor.hpp"

namespace npusim {
namespace {

// Calls body(index value, address in the tile) in row-major order. Descriptor after the header: sizes, index strides,
// tile strides; `rank` of each.
template <class Index, class Body>
void for_each_indexed(const char* index, const char* tile, const int64_t* descriptor, int64_t rank, int64_t bytes,
                      Body body) {
    int64_t position[kMaxRank] = {};
    const int64_t *sizes = descriptor + kHeader, *index_strides = sizes + rank, *tile_strides = index_strides + rank;
    const int64_t last = rank - 1;
    const int64_t length = rank ? sizes[last] : 1, index_step = rank ? index_strides[last] : 0,
                  tile_step = rank ? tile_strides[last] * bytes : 0;
    const Index* indices = reinterpret_cast<const Index*>(index);
    for (;;) {
        for (int64_t i = 0; i < length; ++i) body(static_cast<int64_t>(indices[i * index_step]), tile + i * tile_step);
        int64_t d = last - 1;
        for (; d >= 0; --d) {
            indices += index_strides[d];
            tile += tile_strides[d] * bytes;
            if (++position[d] < sizes[d]) break;
            indices -= index_strides[d] * sizes[d];
            tile -= tile_strides[d] * bytes * sizes[d];
            position[d] = 0;
        }
        if (d < 0) return;
    }
}

template <class Body>
void for_each_index(int64_t index_bytes, const char* index, const char* tile, const int64_t* descriptor, int64_t rank,
                    int64_t bytes, Body body) {
    if (index_bytes == 4) return for_each_indexed<int32_t>(index, tile, descriptor, rank, bytes, body);
    for_each_indexed<int64_t>(index, tile, descriptor, rank, bytes, body);
}

template <class Word>
void gather_words(const char* dram, int64_t extent, const char* index, int64_t index_bytes, char* tile,
                  const int64_t* descriptor, int64_t rank, Word pad) {
    const Word* source = reinterpret_cast<const Word*>(dram);
    for_each_index(index_bytes, index, tile, descriptor, rank, sizeof(Word), [=](int64_t i, const char* to) {
        *reinterpret_cast<Word*>(const_cast<char*>(to)) = i >= 0 && i < extent ? source[i] : pad;
    });
}

// A gathered or scattered row: its distance to the next one in memory; elements and their distances in memory and in
// the tile.
struct Row {
    int64_t pitch, length, step, tile_length, tile_step;
};

void fill_row(char* to, const Row& row, int64_t first, int64_t length, int64_t bytes, uint64_t value) {
    Box box;
    box.rank = 1;
    box.sizes[0] = length;
    box.to_strides[0] = row.tile_step;
    if (length > 0) fill_box(to + first * row.tile_step * bytes, box, bytes, value);
}

void copy_row(const char* from, char* to, const Row& row, int64_t bytes) {
    if (row.length == 0) return;
    if (row.step == 0) {
        uint64_t value = 0;
        std::memcpy(&value, from, static_cast<size_t>(bytes));
        return fill_row(to, row, 0, row.length, bytes, value);
    }
    if (row.step == 1 && row.tile_step == 1) {
        std::memcpy(to, from, static_cast<size_t>(row.length * bytes));
        return;
    }
    for (int64_t i = 0; i < row.length; ++i)
        std::memcpy(to + i * row.tile_step * bytes, from + i * row.step * bytes, static_cast<size_t>(bytes));
}

// Descriptor after the header: sizes, index strides, tile strides (`rank` of each, those of the indices), then the row.
// Clipped to the tile.
Row read_row(const int64_t* descriptor, int64_t rank) {
    const int64_t* last = descriptor + kHeader + 3 * rank;
    return {last[0], std::max<int64_t>(0, std::min(last[1], last[3])), last[2], last[3], last[4]};
}

bool rows_are_inside(const int64_t* descriptor, int64_t extent, const Row& row) {
    Box rows;
    rows.rank = 2;
    rows.sizes[0] = extent;
    rows.sizes[1] = row.length;
    const int64_t strides[2] = {row.pitch, row.step};
    return is_inside(read_header(descriptor), rows, strides);
}

}  // namespace

extern "C" void npusim_gather(const char* dram, int64_t extent, const char* index, int64_t index_bytes, char* tile,
                              const int64_t* descriptor, int64_t rank, int64_t bytes, int64_t pad) {
    if (extent > 0 && !is_inside(read_header(descriptor), 0, extent - 1)) return;
    switch (bytes) {
        case 1:
            return gather_words<uint8_t>(dram, extent, index, index_bytes, tile, descriptor, rank,
                                         static_cast<uint8_t>(pad));
        case 2:
            return gather_words<uint16_t>(dram, extent, index, index_bytes, tile, descriptor, rank,
                                          static_cast<uint16_t>(pad));
        case 4:
            return gather_words<uint32_t>(dram, extent, index, index_bytes, tile, descriptor, rank,
                                          static_cast<uint32_t>(pad));
        default:
            return gather_words<uint64_t>(dram, extent, index, index_bytes, tile, descriptor, rank,
                                          static_cast<uint64_t>(pad));
    }
}

extern "C" void npusim_gather_rows(const char* dram, int64_t extent, const char* index, int64_t index_bytes, char* tile,
                                   const int64_t* descriptor, int64_t rank, int64_t bytes, int64_t pad) {
    const Row row = read_row(descriptor, rank);
    if (!rows_are_inside(descriptor, extent, row)) return;
    for_each_index(index_bytes, index, tile, descriptor, rank, bytes, [=](int64_t i, const char* place) {
        char* to = const_cast<char*>(place);
        const bool exists = i >= 0 && i < extent;
        if (exists) copy_row(dram + i * row.pitch * bytes, to, row, bytes);
        const int64_t filled = exists ? row.length : 0;
        fill_row(to, row, filled, row.tile_length - filled, bytes, static_cast<uint64_t>(pad));
    });
}

extern "C" void npusim_scatter(const char* tile, const char* index, int64_t index_bytes, char* dram, int64_t extent,
                               const int64_t* descriptor, int64_t rank, int64_t element, int64_t combine) {
    if (extent > 0 && !is_inside(read_header(descriptor), 0, extent - 1)) return;
    const auto type = static_cast<Element>(element);
    const int64_t bytes = element_bytes(type);
    const auto how = static_cast<Combine>(combine);
    with_types(type, how, [=](auto wide, auto stored) {
        using T = decltype(wide);
        using Stored = decltype(stored);
        with_operation<T>(how, [=](auto operation) {
            for_each_index(index_bytes, index, tile, descriptor, rank, bytes, [=](int64_t i, const char* from) {
                if (i >= 0 && i < extent) combine_one_as<T, Stored>(dram + i * bytes, from, operation);
            });
        });
    });
}

extern "C" void npusim_scatter_rows(const char* tile, const char* index, int64_t index_bytes, char* dram,
                                    int64_t extent, const int64_t* descriptor, int64_t rank, int64_t element,
                                    int64_t combine) {
    const Row row = read_row(descriptor, rank);
    if (!rows_are_inside(descriptor, extent, row)) return;
    const auto type = static_cast<Element>(element);
    const auto how = static_cast<Combine>(combine);
    const int64_t bytes = element_bytes(type);
    Box box;
    box.rank = 1;
    box.sizes[0] = row.length;
    box.from_strides[0] = row.tile_step;
    box.to_strides[0] = row.step;
    const bool is_copy = how == Combine::none && is_injective(box);
    for_each_index(index_bytes, index, tile, descriptor, rank, bytes, [=](int64_t i, const char* from) {
        if (i < 0 || i >= extent || row.length == 0) return;
        char* to = dram + i * row.pitch * bytes;
        if (is_copy) return copy_box(from, to, box, bytes);
        combine_box(from, to, box, type, how);
    });
}

}  // namespace npusim
