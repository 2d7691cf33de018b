// The functions that compiled kernels call, besides those of leaving.hpp. Layouts of descriptors: descriptor.hpp, and
// at the functions.
#pragma once

#include <cstdint>

namespace npusim {

extern "C" {

// A scalar access that was left out.
void npusim_stray(int64_t line, int64_t element, int64_t extent);

// An index that its dimension does not have.
void npusim_bad_index(int64_t check, int64_t index, int64_t size);

void npusim_dma_load(const char* view, char* tile, const int64_t* descriptor, int64_t rank, int64_t bytes, int64_t pad);
void npusim_dma_store(const char* tile, char* view, const int64_t* descriptor, int64_t rank, int64_t element,
                      int64_t combine);
void npusim_gather(const char* dram, int64_t extent, const char* index, int64_t index_bytes, char* tile,
                   const int64_t* descriptor, int64_t rank, int64_t bytes, int64_t pad);
void npusim_gather_rows(const char* dram, int64_t extent, const char* index, int64_t index_bytes, char* tile,
                        const int64_t* descriptor, int64_t rank, int64_t bytes, int64_t pad);
void npusim_scatter(const char* tile, const char* index, int64_t index_bytes, char* dram, int64_t extent,
                    const int64_t* descriptor, int64_t rank, int64_t element, int64_t combine);
void npusim_scatter_rows(const char* tile, const char* index, int64_t index_bytes, char* dram, int64_t extent,
                         const int64_t* descriptor, int64_t rank, int64_t element, int64_t combine);

}  // extern "C"

// Rounds to the nearest bf16, ties to even; NaN stays NaN. The bits are the low half of the result's register, where
// the calling convention has a bf16: the compilers that build this may not know the type. LLVM calls these for scalars
// on hosts without bf16.
float truncate_to_bf16(float value);

// Rounds once: the float on the way keeps, in its last bit, whether anything was left out.
float truncate_double_to_bf16(double value);

}  // namespace npusim
