#include "descriptor.hpp"

#include <algorithm>
#include <limits>

#include "../entry_points.hpp"
#include "../leaving.hpp"

namespace npusim {
namespace {

thread_local BadIndex bad_index;

void report_stray(int64_t line, int64_t first, int64_t last, int64_t extent) {
    report_fault(Fault::outside, line, first, last, extent);
}

int64_t clamped(Wide number) {
    constexpr Wide kLargest = std::numeric_limits<int64_t>::max(), kSmallest = std::numeric_limits<int64_t>::min();
    return static_cast<int64_t>(std::clamp(number, kSmallest, kLargest));
}

// The first and the last element of a box.
void find_reach(const Box& box, const int64_t* strides, Wide& first, Wide& last) {
    first = last = 0;
    for (int d = 0; d < box.rank; ++d) {
        const Wide reach = static_cast<Wide>(box.sizes[d] - 1) * strides[d];
        (reach < 0 ? first : last) += reach;
    }
}

}  // namespace

BadIndex take_bad_index() {
    const BadIndex taken = bad_index;
    bad_index.happened = false;
    return taken;
}

bool is_inside(const Header& header, Wide first, Wide last) {
    first += header.offset;
    last += header.offset;
    if (header.extent < 0 || (first >= 0 && last < header.extent)) return true;
    report_stray(header.line, clamped(first), clamped(last), header.extent);
    return false;
}

bool is_inside(const Header& header, const Box& box, const int64_t* strides) {
    if (std::any_of(box.sizes, box.sizes + box.rank, [](int64_t size) { return size <= 0; })) return true;
    Wide first, last;
    find_reach(box, strides, first, last);
    return is_inside(header, first, last);
}

extern "C" void npusim_stray(int64_t line, int64_t element, int64_t extent) {
    report_stray(line, element, element, extent);
}

extern "C" void npusim_bad_index(int64_t check, int64_t index, int64_t size) {
    if (!bad_index.happened) bad_index = {true, check, index, size};
}

}  // namespace npusim
