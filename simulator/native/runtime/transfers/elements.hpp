// Arithmetic on the element types of tensors: what `combine` does with the value in memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace npusim {

struct Bf16 {
    uint16_t bits;
};

struct F16 {
    uint16_t bits;
};

inline uint32_t bits_of(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline float float_of(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

inline float widen(Bf16 value) { return float_of(static_cast<uint32_t>(value.bits) << 16); }

inline float widen(F16 value) {
    const uint32_t sign = static_cast<uint32_t>(value.bits & 0x8000u) << 16;
    const uint32_t exponent = (value.bits >> 10) & 0x1Fu;
    const uint32_t fraction = value.bits & 0x3FFu;
    if (exponent == 0) return float_of(sign | bits_of(static_cast<float>(fraction) * 0x1p-24f));  // zero and subnormals
    if (exponent == 31) return float_of(sign | 0x7F800000u | (fraction << 13));
    return float_of(sign | ((exponent + 112) << 23) | (fraction << 13));
}

// Round to nearest, ties to even.
inline Bf16 narrow_bf16(float value) {
    const uint32_t bits = bits_of(value);
    if (value != value) return {static_cast<uint16_t>((bits >> 16) | 0x40u)};
    return {static_cast<uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16)};
}

inline F16 narrow_f16(float value) {
    const uint32_t bits = bits_of(value);
    const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
    const uint32_t magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u) return {static_cast<uint16_t>(sign | 0x7E00u)};
    if (magnitude >= 0x477FF000u) return {static_cast<uint16_t>(sign | 0x7C00u)};  // 65520 and above round to infinity
    if (magnitude < 0x38800000u) {  // below the smallest normal: adding 0.5 leaves the rounded fraction in the low bits
        return {static_cast<uint16_t>(sign | (bits_of(float_of(magnitude) + 0.5f) - bits_of(0.5f)))};
    }
    const uint32_t rounded = magnitude + 0xFFFu + ((magnitude >> 13) & 1u) - (112u << 23);
    return {static_cast<uint16_t>(sign | (rounded >> 13))};
}

template <class T>
struct Add {
    T operator()(T old, T value) const {
        if constexpr (std::is_integral_v<T>) {
            using U = std::make_unsigned_t<T>;
            return static_cast<T>(static_cast<U>(static_cast<U>(old) + static_cast<U>(value)));
        } else {
            return old + value;
        }
    }
};

template <class T>
bool is_nan(T value) {
    return value != value;
}

template <class T>
struct Max {
    T operator()(T old, T value) const { return is_nan(old) || (!is_nan(value) && old >= value) ? old : value; }
};

template <class T>
struct Min {
    T operator()(T old, T value) const { return is_nan(old) || (!is_nan(value) && old <= value) ? old : value; }
};

template <class T>
struct Keep {
    T operator()(T, T value) const { return value; }
};

}  // namespace npusim
