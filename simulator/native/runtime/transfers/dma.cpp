// Strided transfers between tensors and tiles, clipped to what both have.
#include <algorithm>

#include "../entry_points.hpp"
#include "combine.hpp"
#include "descriptor.hpp"

namespace npusim {
namespace {

struct Extents {
    const int64_t *view_sizes, *view_strides, *tile_sizes, *tile_strides;
};

Extents read_extents(const int64_t* descriptor, int64_t rank) {
    const int64_t* first = descriptor + kHeader;
    return {first, first + rank, first + 2 * rank, first + 3 * rank};
}

int64_t clipped(const Extents& extents, int64_t d) {
    return std::max<int64_t>(0, std::min(extents.view_sizes[d], extents.tile_sizes[d]));
}

// Fills what lies outside the view, as one box per dimension: inside along the dimensions before it, outside along it,
// everything after it.
void pad_outside(char* tile, const Extents& extents, int rank, int64_t bytes, uint64_t pad) {
    Box box;
    box.rank = rank;
    std::copy(extents.tile_sizes, extents.tile_sizes + rank, box.sizes);
    std::copy(extents.tile_strides, extents.tile_strides + rank, box.to_strides);
    for (int d = 0; d < rank; ++d) {
        const int64_t inside = clipped(extents, d);
        box.sizes[d] = extents.tile_sizes[d] - inside;
        if (box.sizes[d] > 0) fill_box(tile + inside * extents.tile_strides[d] * bytes, box, bytes, pad);
        box.sizes[d] = inside;
    }
}

}  // namespace

// Descriptor after the header: view sizes, view strides, tile sizes, tile strides; `rank` of each.
extern "C" void npusim_dma_load(const char* view, char* tile, const int64_t* descriptor, int64_t rank, int64_t bytes,
                                int64_t pad) {
    const Extents extents = read_extents(descriptor, rank);
    pad_outside(tile, extents, static_cast<int>(rank), bytes, static_cast<uint64_t>(pad));
    Box box;
    box.rank = static_cast<int>(rank);
    for (int64_t d = 0; d < rank; ++d) box.sizes[d] = clipped(extents, d);
    std::copy(extents.view_strides, extents.view_strides + rank, box.from_strides);
    std::copy(extents.tile_strides, extents.tile_strides + rank, box.to_strides);
    if (is_inside(read_header(descriptor), box, box.from_strides)) copy_box(view, tile, box, bytes);
}

extern "C" void npusim_dma_store(const char* tile, char* view, const int64_t* descriptor, int64_t rank, int64_t element,
                                 int64_t combine) {
    const Extents extents = read_extents(descriptor, rank);
    Box box;
    box.rank = static_cast<int>(rank);
    for (int64_t d = 0; d < rank; ++d) box.sizes[d] = clipped(extents, d);
    std::copy(extents.tile_strides, extents.tile_strides + rank, box.from_strides);
    std::copy(extents.view_strides, extents.view_strides + rank, box.to_strides);
    if (!is_inside(read_header(descriptor), box, box.to_strides)) return;
    const auto type = static_cast<Element>(element);
    if (combine == 0 && is_injective(box)) return copy_box(tile, view, box, element_bytes(type));
    combine_box(tile, view, box, type, static_cast<Combine>(combine));
}

}  // namespace npusim
