// Poison values follow copies and host operators here; kernels tell of theirs from Python
// (npusim/scheduler/tensors/poison_values.py).
#include "poison.h"

#include <ATen/ATen.h>
#include <ATen/native/Resize.h>

#include <algorithm>
#include <iterator>

#include "../device.h"
#include "arena.h"

namespace npusim {

PoisonRanges& poison_ranges() {
    static auto* ranges = new PoisonRanges();  // never destroyed: tensors may outlive static destructors
    return *ranges;
}

// Takes [begin, end) out of every range.
void PoisonRanges::cut(uintptr_t begin, uintptr_t end) {
    auto range = ranges_.upper_bound(begin);
    if (range != ranges_.begin() && std::prev(range)->second > begin) --range;
    while (range != ranges_.end() && range->first < end) {
        const auto [first, last] = *range;
        range = ranges_.erase(range);
        if (first < begin) ranges_.emplace(first, begin);
        if (last > end) ranges_.emplace(end, last);
    }
}

void PoisonRanges::mark(const void* begin, size_t bytes) {
    if (bytes == 0) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto first = reinterpret_cast<uintptr_t>(begin);
    cut(first, first + bytes);
    ranges_.emplace(first, first + bytes);
    count_ = static_cast<int64_t>(ranges_.size());
}

void PoisonRanges::clear(const void* begin, size_t bytes) {
    if (bytes == 0 || empty()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto first = reinterpret_cast<uintptr_t>(begin);
    cut(first, first + bytes);
    count_ = static_cast<int64_t>(ranges_.size());
}

bool PoisonRanges::overlaps(const void* begin, size_t bytes) const {
    if (bytes == 0 || empty()) return false;
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto first = reinterpret_cast<uintptr_t>(begin);
    const auto after = ranges_.lower_bound(first + bytes);  // the first range that begins behind
    return after != ranges_.begin() && std::prev(after)->second > first;
}

namespace {

// From a tensor's first element to its last: the elements between them that belong to others count as its own.
size_t extent_bytes(const at::Tensor& tensor) {
    if (tensor.numel() == 0) return 0;
    int64_t last = 0;
    for (int64_t d = 0; d < tensor.dim(); ++d) last += (tensor.size(d) - 1) * tensor.stride(d);
    return static_cast<size_t>(last + 1) * tensor.element_size();
}

bool is_of_device(const at::Tensor& tensor) {
    return tensor.defined() && tensor.is_privateuseone() && tensor.layout() == at::kStrided;
}

}  // namespace

bool is_poison(const at::Tensor& tensor) {
    if (poison_ranges().empty() || !is_of_device(tensor)) return false;
    return poison_ranges().overlaps(tensor.const_data_ptr(), extent_bytes(tensor));
}

void mark_poison(const at::Tensor& tensor) {
    if (is_of_device(tensor) && tensor.numel() > 0) poison_ranges().mark(tensor.const_data_ptr(), extent_bytes(tensor));
}

void mark_written(const at::Tensor& tensor) {
    if (poison_ranges().empty() || !is_of_device(tensor) || tensor.numel() == 0) return;
    if (tensor.is_non_overlapping_and_dense()) poison_ranges().clear(tensor.const_data_ptr(), tensor.nbytes());
}

void mark_copied(const at::Tensor& source, const at::Tensor& destination) {
    if (poison_ranges().empty()) return;
    if (is_poison(source)) {
        mark_poison(destination);
    } else {
        mark_written(destination);
    }
}

const at::Tensor& resize_(const at::Tensor& self, at::IntArrayRef size, std::optional<at::MemoryFormat> format) {
    const bool was_poison = is_poison(self);
    at::native::resize_(self, size, format);
    if (was_poison) mark_poison(self);
    return self;
}

}  // namespace npusim
