// From run-time element types and combinations to code for each of them.
#pragma once

#include <cstring>
#include <type_traits>

#include "elements.hpp"
#include "transfer.hpp"

namespace npusim {

inline int64_t element_bytes(Element element) {
    switch (element) {
        case Element::f64:
        case Element::i64: return 8;
        case Element::f32:
        case Element::i32: return 4;
        case Element::f16:
        case Element::bf16:
        case Element::i16: return 2;
        default: return 1;
    }
}

template <class T, class Stored, class Operation>
void combine_one_as(char* to, const char* from, Operation operation) {
    Stored old, value;
    std::memcpy(&old, to, sizeof old);
    std::memcpy(&value, from, sizeof value);
    Stored result;
    if constexpr (std::is_same_v<Stored, T>) {
        result = operation(old, value);
    } else {
        const T wide = operation(widen(old), widen(value));
        if constexpr (std::is_same_v<Stored, Bf16>)
            result = narrow_bf16(wide);
        else
            result = narrow_f16(wide);
    }
    std::memcpy(to, &result, sizeof result);
}

// Calls body with an operation on T.
template <class T, class Body>
void with_operation(Combine combine, Body body) {
    switch (combine) {
        case Combine::none: return body(Keep<T>{});
        case Combine::add: return body(Add<T>{});
        case Combine::max: return body(Max<T>{});
        case Combine::min: return body(Min<T>{});
    }
}

// Copies keep the bits, whatever they mean.
inline Element as_bits(Element element, Combine combine) {
    if (combine != Combine::none) return element;
    switch (element_bytes(element)) {
        case 8: return Element::i64;
        case 4: return Element::i32;
        case 2: return Element::i16;
        default: return Element::i8;
    }
}

// Calls body with (computation type, stored type).
template <class Body>
void with_types(Element element, Combine combine, Body body) {
    switch (as_bits(element, combine)) {
        case Element::f64: return body(double{}, double{});
        case Element::f32: return body(float{}, float{});
        case Element::f16: return body(float{}, F16{});
        case Element::bf16: return body(float{}, Bf16{});
        case Element::i64: return body(int64_t{}, int64_t{});
        case Element::i32: return body(int32_t{}, int32_t{});
        case Element::i16: return body(int16_t{}, int16_t{});
        case Element::f8e4m3fn:  // copied only: the verifier refuses to combine them
        case Element::f8e5m2:
        case Element::i8: return body(int8_t{}, int8_t{});
    }
}

}  // namespace npusim
