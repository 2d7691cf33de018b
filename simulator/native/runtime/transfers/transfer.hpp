// Strided copies between tensors and tiles. All strides are in elements; all addresses point to the first element of a
// view.
#pragma once

#include <cstdint>

namespace npusim {

constexpr int kMaxRank = 32;

enum class Combine : int64_t { none = 0, add = 1, max = 2, min = 3 };

// In the order of npusim.simulator.ir.dialect.ELEMENT_TYPES.
enum class Element : int64_t { f64 = 0, f32, f16, bf16, f8e4m3fn, f8e5m2, i64, i32, i16, i8 };

// One side's strides of a box of elements.
struct Box {
    int rank = 0;
    int64_t sizes[kMaxRank];
    int64_t from_strides[kMaxRank];
    int64_t to_strides[kMaxRank];
};

// Copies a box. The destination's elements must be distinct (checked by the caller with `is_injective`), the two sides
// must not overlap.
void copy_box(const char* from, char* to, Box box, int64_t bytes);

// Copies or combines in row-major order of the box, so that a destination that is hit twice has one defined value.
void combine_box(const char* from, char* to, const Box& box, Element element, Combine combine);

// Writes `bytes` low bytes of `value` to every element of the box's destination.
void fill_box(char* to, Box box, int64_t bytes, uint64_t value);

// True when different indices surely mean different destination elements.
bool is_injective(const Box& box);

}  // namespace npusim
