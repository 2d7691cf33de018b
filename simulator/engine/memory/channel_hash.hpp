// The channel of a block of addresses from a hash of all address bits.
#pragma once

#include <cstdint>

namespace npusim {

// Exclusive or of all groups of `width` bits of a number, so that strides of powers of two use all channels.
inline std::uint64_t folded(std::uint64_t number, int width) {
    std::uint64_t fold = 0;
    if (width > 0)
        for (; number != 0; number >>= width) fold ^= number;
    return fold;
}

}  // namespace npusim
