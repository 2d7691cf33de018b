// Descriptors of transfers: arrays of int64 that a kernel fills on its stack (npusim.simulator.functional.transfers
// writes the same layouts), and the check that a transfer stays within its tensor.
#pragma once

#include <cstdint>

#include "transfer.hpp"

namespace npusim {

// Every descriptor begins with where the transfer stands in the text, the tensor's number of elements (-1: unknown) and
// the view's offset in it.
struct Header {
    int64_t line, extent, offset;
};
constexpr int64_t kHeader = 3;

inline Header read_header(const int64_t* descriptor) { return {descriptor[0], descriptor[1], descriptor[2]}; }

using Wide = __int128;

// The first index of a launch that its dimension does not have: the number of the check in the kernel's text, the
// index, the dimension's size.
struct BadIndex {
    bool happened = false;
    int64_t check, index, size;
};

// The calling thread's bad index since the last call.
BadIndex take_bad_index();

// True when the elements `first` to `last` of the view lie in the tensor; else the fault is reported.
// 128 bits: strides and offsets may be any numbers.
bool is_inside(const Header& header, Wide first, Wide last);

// The same of all elements of a box.
bool is_inside(const Header& header, const Box& box, const int64_t* strides);

}  // namespace npusim
