// The tensors of a launch, and their treatment by the CMEM.
#pragma once

#include <cstdint>

namespace npusim {

using Address = std::int64_t;

// The program's description of a tensor.
enum class TensorWish : std::int64_t {
    none,      // nothing
    resident,  // it belongs into the CMEM
    freed,     // it is gone: its bytes are of no use any more
};

struct TensorSpan {
    std::int64_t allocation;  // the same in all launches; the address may be another one in each
    Address address;
    std::int64_t bytes;
    TensorWish wish;
};

enum class TensorState : std::int64_t { in_memory, resident, does_not_fit };

// Why a tensor is in the CMEM, or would be if there were room.
enum class ResidencyReason : std::int64_t { none, name, size, reuse };

// All words are int64: Python sees it as a row of a matrix.
struct TensorUse {
    Address address;
    std::int64_t bytes;
    std::int64_t argument;  // its number among the launch's tensors (the first, when several share bytes)
    TensorState state;      // at the end of the launch
    ResidencyReason reason;
    std::int64_t cmem_read_bytes;  // by the cores, from the CMEM
    std::int64_t cmem_write_bytes;
    std::int64_t memory_read_bytes;  // by the cores, from the memory behind it
    std::int64_t memory_write_bytes;
};

}  // namespace npusim
