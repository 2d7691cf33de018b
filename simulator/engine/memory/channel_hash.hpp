// Which channel a block of addresses belongs to when all address bits have a part in it.
#pragma once

#include <cstdint>

namespace npusim {

// Exclusive or of all groups of `width` bits of a number. Strides of powers of two then meet all channels.
inline std::uint64_t folded(std::uint64_t number, int width) {
    std::uint64_t fold = 0;
    if (width > 0)
        for (; number != 0; number >>= width) fold ^= number;
    return fold;
}

}  // namespace npusim
