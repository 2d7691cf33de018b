// What compiled kernels call (strided transfers, gathers, scatters) and what calls compiled kernels.
//
// The descriptors are arrays of int64 that the kernel fills on its stack; npusim.simulator.functional.transfers writes the same layouts.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

#include "combine.hpp"
#include "leaving.hpp"
#include "transfer.hpp"

namespace nb = nanobind;

namespace npusim {
namespace {

constexpr size_t kAlignment = 64;

// Every descriptor begins with where the transfer stands in the text, the tensor's number of elements (-1: unknown) and the view's offset in it.
struct Header {
  int64_t line, extent, offset;
};
constexpr int64_t kHeader = 3;

Header read_header(const int64_t *descriptor) { return {descriptor[0], descriptor[1], descriptor[2]}; }

void report_stray(int64_t line, int64_t first, int64_t last, int64_t extent) { report_fault(Fault::outside, line, first, last, extent); }

// A scalar access that was left out.
extern "C" void npusim_stray(int64_t line, int64_t element, int64_t extent) { report_stray(line, element, element, extent); }

// The first index of a launch that its dimension does not have: the number of the check in the kernel's text, the index, the dimension's size.
struct BadIndex {
  bool happened = false;
  int64_t check, index, size;
};
thread_local BadIndex bad_index;

extern "C" void npusim_bad_index(int64_t check, int64_t index, int64_t size) {
  if (!bad_index.happened) bad_index = {true, check, index, size};
}

using Wide = __int128;

int64_t clamped(Wide number) {
  constexpr Wide kLargest = std::numeric_limits<int64_t>::max(), kSmallest = std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(std::clamp(number, kSmallest, kLargest));
}

// True when the elements `first` to `last` of the view lie in the tensor.
// 128 bits: strides and offsets may be any numbers.
bool is_inside(const Header &header, Wide first, Wide last) {
  first += header.offset;
  last += header.offset;
  if (header.extent < 0 || (first >= 0 && last < header.extent)) return true;
  report_stray(header.line, clamped(first), clamped(last), header.extent);
  return false;
}

// The first and the last element of a box.
void find_reach(const Box &box, const int64_t *strides, Wide &first, Wide &last) {
  first = last = 0;
  for (int d = 0; d < box.rank; ++d) {
    const Wide reach = static_cast<Wide>(box.sizes[d] - 1) * strides[d];
    (reach < 0 ? first : last) += reach;
  }
}

bool is_inside(const Header &header, const Box &box, const int64_t *strides) {
  if (std::any_of(box.sizes, box.sizes + box.rank, [](int64_t size) { return size <= 0; })) return true;
  Wide first, last;
  find_reach(box, strides, first, last);
  return is_inside(header, first, last);
}

struct Extents {
  const int64_t *view_sizes, *view_strides, *tile_sizes, *tile_strides;
};

Extents read_extents(const int64_t *descriptor, int64_t rank) {
  const int64_t *first = descriptor + kHeader;
  return {first, first + rank, first + 2 * rank, first + 3 * rank};
}

int64_t clipped(const Extents &extents, int64_t d) { return std::max<int64_t>(0, std::min(extents.view_sizes[d], extents.tile_sizes[d])); }

// Fills what lies outside the view, as one box per dimension: inside along the dimensions before it, outside along it, everything after it.
void pad_outside(char *tile, const Extents &extents, int rank, int64_t bytes, uint64_t pad) {
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

// Descriptor after the header: view sizes, view strides, tile sizes, tile strides; `rank` of each.
extern "C" void npusim_dma_load(const char *view, char *tile, const int64_t *descriptor, int64_t rank, int64_t bytes, int64_t pad) {
  const Extents extents = read_extents(descriptor, rank);
  pad_outside(tile, extents, static_cast<int>(rank), bytes, static_cast<uint64_t>(pad));
  Box box;
  box.rank = static_cast<int>(rank);
  for (int64_t d = 0; d < rank; ++d) box.sizes[d] = clipped(extents, d);
  std::copy(extents.view_strides, extents.view_strides + rank, box.from_strides);
  std::copy(extents.tile_strides, extents.tile_strides + rank, box.to_strides);
  if (is_inside(read_header(descriptor), box, box.from_strides)) copy_box(view, tile, box, bytes);
}

extern "C" void npusim_dma_store(const char *tile, char *view, const int64_t *descriptor, int64_t rank, int64_t element, int64_t combine) {
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

// Calls body(index value, address in the tile) in row-major order. Descriptor after the header: sizes, index strides, tile strides; `rank` of each.
template <class Index, class Body>
void for_each_indexed(const char *index, const char *tile, const int64_t *descriptor, int64_t rank, int64_t bytes, Body body) {
  int64_t position[kMaxRank] = {};
  const int64_t *sizes = descriptor + kHeader, *index_strides = sizes + rank, *tile_strides = index_strides + rank;
  const int64_t last = rank - 1;
  const int64_t length = rank ? sizes[last] : 1, index_step = rank ? index_strides[last] : 0, tile_step = rank ? tile_strides[last] * bytes : 0;
  const Index *indices = reinterpret_cast<const Index *>(index);
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
void for_each_index(int64_t index_bytes, const char *index, const char *tile, const int64_t *descriptor, int64_t rank, int64_t bytes, Body body) {
  if (index_bytes == 4) return for_each_indexed<int32_t>(index, tile, descriptor, rank, bytes, body);
  for_each_indexed<int64_t>(index, tile, descriptor, rank, bytes, body);
}

template <class Word>
void gather_words(const char *dram, int64_t extent, const char *index, int64_t index_bytes, char *tile, const int64_t *descriptor, int64_t rank, Word pad) {
  const Word *source = reinterpret_cast<const Word *>(dram);
  for_each_index(index_bytes, index, tile, descriptor, rank, sizeof(Word), [=](int64_t i, const char *to) {
    *reinterpret_cast<Word *>(const_cast<char *>(to)) = i >= 0 && i < extent ? source[i] : pad;
  });
}

extern "C" void npusim_gather(const char *dram, int64_t extent, const char *index, int64_t index_bytes, char *tile, const int64_t *descriptor, int64_t rank,
                              int64_t bytes, int64_t pad) {
  if (extent > 0 && !is_inside(read_header(descriptor), 0, extent - 1)) return;
  switch (bytes) {
    case 1: return gather_words<uint8_t>(dram, extent, index, index_bytes, tile, descriptor, rank, static_cast<uint8_t>(pad));
    case 2: return gather_words<uint16_t>(dram, extent, index, index_bytes, tile, descriptor, rank, static_cast<uint16_t>(pad));
    case 4: return gather_words<uint32_t>(dram, extent, index, index_bytes, tile, descriptor, rank, static_cast<uint32_t>(pad));
    default: return gather_words<uint64_t>(dram, extent, index, index_bytes, tile, descriptor, rank, static_cast<uint64_t>(pad));
  }
}

// A gathered or scattered row: its distance to the next one in memory; elements and their distances in memory and in the tile.
struct Row {
  int64_t pitch, length, step, tile_length, tile_step;
};

void fill_row(char *to, const Row &row, int64_t first, int64_t length, int64_t bytes, uint64_t value) {
  Box box;
  box.rank = 1;
  box.sizes[0] = length;
  box.to_strides[0] = row.tile_step;
  if (length > 0) fill_box(to + first * row.tile_step * bytes, box, bytes, value);
}

void copy_row(const char *from, char *to, const Row &row, int64_t bytes) {
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
  for (int64_t i = 0; i < row.length; ++i) std::memcpy(to + i * row.tile_step * bytes, from + i * row.step * bytes, static_cast<size_t>(bytes));
}

// Descriptor after the header: sizes, index strides, tile strides (`rank` of each, those of the indices), then the row. Clipped to the tile.
Row read_row(const int64_t *descriptor, int64_t rank) {
  const int64_t *last = descriptor + kHeader + 3 * rank;
  return {last[0], std::max<int64_t>(0, std::min(last[1], last[3])), last[2], last[3], last[4]};
}

bool rows_are_inside(const int64_t *descriptor, int64_t extent, const Row &row) {
  Box rows;
  rows.rank = 2;
  rows.sizes[0] = extent;
  rows.sizes[1] = row.length;
  const int64_t strides[2] = {row.pitch, row.step};
  return is_inside(read_header(descriptor), rows, strides);
}

extern "C" void npusim_gather_rows(const char *dram, int64_t extent, const char *index, int64_t index_bytes, char *tile, const int64_t *descriptor, int64_t rank,
                                   int64_t bytes, int64_t pad) {
  const Row row = read_row(descriptor, rank);
  if (!rows_are_inside(descriptor, extent, row)) return;
  for_each_index(index_bytes, index, tile, descriptor, rank, bytes, [=](int64_t i, const char *place) {
    char *to = const_cast<char *>(place);
    const bool exists = i >= 0 && i < extent;
    if (exists) copy_row(dram + i * row.pitch * bytes, to, row, bytes);
    const int64_t filled = exists ? row.length : 0;
    fill_row(to, row, filled, row.tile_length - filled, bytes, static_cast<uint64_t>(pad));
  });
}

extern "C" void npusim_scatter(const char *tile, const char *index, int64_t index_bytes, char *dram, int64_t extent, const int64_t *descriptor, int64_t rank,
                               int64_t element, int64_t combine) {
  if (extent > 0 && !is_inside(read_header(descriptor), 0, extent - 1)) return;
  const auto type = static_cast<Element>(element);
  const int64_t bytes = element_bytes(type);
  const auto how = static_cast<Combine>(combine);
  with_types(type, how, [=](auto wide, auto stored) {
    using T = decltype(wide);
    using Stored = decltype(stored);
    with_operation<T>(how, [=](auto operation) {
      for_each_index(index_bytes, index, tile, descriptor, rank, bytes, [=](int64_t i, const char *from) {
        if (i >= 0 && i < extent) combine_one_as<T, Stored>(dram + i * bytes, from, operation);
      });
    });
  });
}

extern "C" void npusim_scatter_rows(const char *tile, const char *index, int64_t index_bytes, char *dram, int64_t extent, const int64_t *descriptor, int64_t rank,
                                    int64_t element, int64_t combine) {
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
  for_each_index(index_bytes, index, tile, descriptor, rank, bytes, [=](int64_t i, const char *from) {
    if (i < 0 || i >= extent || row.length == 0) return;
    char *to = dram + i * row.pitch * bytes;
    if (is_copy) return copy_box(from, to, box, bytes);
    combine_box(from, to, box, type, how);
  });
}

// Scratchpad memory of the calling thread; grows, never shrinks.
class Scratchpad {
 public:
  ~Scratchpad() { std::free(memory_); }

  char *at_least(size_t bytes) {
    if (bytes > size_) {
      std::free(memory_);
      size_ = (bytes + kAlignment - 1) / kAlignment * kAlignment;
      memory_ = static_cast<char *>(std::aligned_alloc(kAlignment, size_));
      if (memory_ == nullptr) {
        size_ = 0;
        throw std::bad_alloc();
      }
    }
    return memory_;
  }

 private:
  char *memory_ = nullptr;
  size_t size_ = 0;
};

char *scratchpad(size_t bytes) {
  thread_local Scratchpad memory;
  return memory.at_least(bytes);
}

// Appends the integers of a Python sequence.
void append(nb::sequence values, int64_t *slots, size_t count) {
  for (size_t i = 0; i < count; ++i) slots[i] = nb::cast<int64_t>(values[i]);
}

// None, or (fault, line, three numbers) of the first fault since the last call.
nb::object take_fault_of_thread() {
  const FaultReport fault = take_fault();
  if (!fault.happened) return nb::none();
  return nb::make_tuple(static_cast<int64_t>(fault.fault), fault.line, fault.numbers[0], fault.numbers[1], fault.numbers[2]);
}

Ending run_without_gil(Entry entry, const int64_t *slots) {
  const nb::gil_scoped_release released;
  return run_program(entry, slots);
}

// None, or (check, index, size) of the first bad index since the last call.
nb::object take_bad_index() {
  if (!bad_index.happened) return nb::none();
  bad_index.happened = false;
  return nb::make_tuple(bad_index.check, bad_index.index, bad_index.size);
}

nb::object run(uintptr_t entry, const int64_t *slots) {
  take_fault();
  if (run_without_gil(reinterpret_cast<Entry>(entry), slots) == Ending::interrupted) throw nb::python_error();
  return take_fault_of_thread();
}

nb::object invoke(uintptr_t entry, nb::sequence args) {
  const size_t count = nb::len(args);
  std::vector<int64_t> slots(count);
  append(args, slots.data(), count);
  return run(entry, slots.data());
}

nb::object launch(uintptr_t entry, nb::sequence pointers, nb::sequence sizes, size_t scratchpad_bytes) {
  const size_t tensors = nb::len(pointers), dimensions = nb::len(sizes), count = tensors + dimensions + 1;
  int64_t few[64];
  std::vector<int64_t> many(count > 64 ? count : 0);
  int64_t *slots = many.empty() ? few : many.data();
  append(pointers, slots, tensors);
  append(sizes, slots + tensors, dimensions);
  slots[count - 1] = reinterpret_cast<int64_t>(scratchpad_bytes ? scratchpad(scratchpad_bytes) : nullptr);
  return run(entry, slots);
}

// Rounds to the nearest bf16, ties to even; NaN stays NaN. The bits are the low half of the result's register, where the calling
// convention has a bf16: the compilers that build this may not know the type. LLVM calls these for scalars on hosts without bf16.
float truncate_to_bf16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  bits = std::isnan(value) ? (bits >> 16) | 0x40 : (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  return std::bit_cast<float>(bits);
}

// Rounds once: the float on the way keeps, in its last bit, whether anything was left out.
float truncate_double_to_bf16(double value) {
  float near = static_cast<float>(value);
  if (std::isfinite(value) && static_cast<double>(near) != value) {
    uint32_t bits = std::bit_cast<uint32_t>(near);
    const bool away = std::abs(static_cast<double>(near)) > std::abs(value);
    bits = (away ? bits - 1 : bits) | 1;
    near = std::bit_cast<float>(bits);
  }
  return truncate_to_bf16(near);
}

nb::dict symbols() {
  nb::dict table;
  table["npusim_dma_load"] = reinterpret_cast<uintptr_t>(&npusim_dma_load);
  table["npusim_dma_store"] = reinterpret_cast<uintptr_t>(&npusim_dma_store);
  table["npusim_gather"] = reinterpret_cast<uintptr_t>(&npusim_gather);
  table["npusim_gather_rows"] = reinterpret_cast<uintptr_t>(&npusim_gather_rows);
  table["npusim_scatter"] = reinterpret_cast<uintptr_t>(&npusim_scatter);
  table["npusim_scatter_rows"] = reinterpret_cast<uintptr_t>(&npusim_scatter_rows);
  table["npusim_bad_index"] = reinterpret_cast<uintptr_t>(&npusim_bad_index);
  table["npusim_stray"] = reinterpret_cast<uintptr_t>(&npusim_stray);
  table["npusim_watch"] = reinterpret_cast<uintptr_t>(&npusim_watch);
  table["npusim_poll"] = reinterpret_cast<uintptr_t>(&npusim_poll);
  table["npusim_refuse"] = reinterpret_cast<uintptr_t>(&npusim_refuse);
  table["__truncsfbf2"] = reinterpret_cast<uintptr_t>(&truncate_to_bf16);
  table["__truncdfbf2"] = reinterpret_cast<uintptr_t>(&truncate_double_to_bf16);
  return table;
}

}  // namespace
}  // namespace npusim

NB_MODULE(_runtime, m) {
  m.doc() = "What compiled kernels call, and what calls compiled kernels.";
  m.attr("MAX_RANK") = npusim::kMaxRank;
  m.def("symbols", &npusim::symbols, "Address of every C function that compiled kernels may call.");
  m.def("invoke", &npusim::invoke, nb::arg("entry"), nb::arg("args"), "Call entry(args) without the GIL. None, or (fault, line, three numbers) of the first thing that it did wrong. Ctrl-C raises.");
  m.def("launch", &npusim::launch, nb::arg("entry"), nb::arg("pointers"), nb::arg("sizes"), nb::arg("scratchpad_bytes"),
        "Like invoke, with the slots pointers, sizes, scratchpad; the scratchpad belongs to the calling thread.");
  m.def("take_fault", &npusim::take_fault_of_thread, "What invoke returns, for a program that the calling thread has run in another way.");
  m.def("take_bad_index", &npusim::take_bad_index,
        "None, or (check, index, size) of the first index that its dimension does not have, in what the calling thread has run since the last call.");
  m.def("scratchpad", [](size_t bytes) { return reinterpret_cast<uintptr_t>(npusim::scratchpad(bytes)); }, nb::arg("bytes"),
        "Address of the calling thread's scratchpad, 64-byte aligned; valid until the thread asks for a larger one.");
}
