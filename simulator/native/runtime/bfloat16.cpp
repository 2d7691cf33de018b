#include <bit>
#include <cmath>

#include "entry_points.hpp"

namespace npusim {

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

}  // namespace npusim
