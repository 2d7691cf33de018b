#include "transfer.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "combine.hpp"

namespace npusim {
namespace {

template <int W>
struct Word;
template <>
struct Word<1> {
    using type = uint8_t;
};
template <>
struct Word<2> {
    using type = uint16_t;
};
template <>
struct Word<4> {
    using type = uint32_t;
};
template <>
struct Word<8> {
    using type = uint64_t;
};

void drop_unit_dimensions(Box& box) {
    int rank = 0;
    for (int d = 0; d < box.rank; ++d) {
        if (box.sizes[d] == 1) continue;
        box.sizes[rank] = box.sizes[d];
        box.from_strides[rank] = box.from_strides[d];
        box.to_strides[rank] = box.to_strides[d];
        ++rank;
    }
    box.rank = rank;
}

void swap_dimensions(Box& box, int a, int b) {
    std::swap(box.sizes[a], box.sizes[b]);
    std::swap(box.from_strides[a], box.from_strides[b]);
    std::swap(box.to_strides[a], box.to_strides[b]);
}

// Largest destination stride first, so that the innermost loop writes neighbours.
void sort_by_destination(Box& box) {
    for (int i = 1; i < box.rank; ++i)
        for (int j = i; j > 0 && std::llabs(box.to_strides[j - 1]) < std::llabs(box.to_strides[j]); --j)
            swap_dimensions(box, j - 1, j);
}

// Joins neighbouring dimensions that are one run on both sides.
void merge_dimensions(Box& box) {
    if (box.rank == 0) return;
    int last = 0;
    for (int d = 1; d < box.rank; ++d) {
        const int64_t size = box.sizes[d];
        const bool joined =
            box.from_strides[last] == box.from_strides[d] * size && box.to_strides[last] == box.to_strides[d] * size;
        if (joined) {
            box.sizes[last] *= size;
        } else {
            ++last;
            box.sizes[last] = size;
        }
        box.from_strides[last] = box.from_strides[d];
        box.to_strides[last] = box.to_strides[d];
    }
    box.rank = last + 1;
}

void normalise(Box& box) {
    drop_unit_dimensions(box);
    sort_by_destination(box);
    merge_dimensions(box);
}

bool is_empty(const Box& box) {
    return std::any_of(box.sizes, box.sizes + box.rank, [](int64_t size) { return size <= 0; });
}

// Calls body(from, to) for every index of the outer `dimensions` dimensions.
template <class Body>
void for_each_outer(const char* from, char* to, const Box& box, int dimensions, int64_t bytes, Body body) {
    int64_t index[kMaxRank] = {};
    for (;;) {
        body(from, to);
        int d = dimensions - 1;
        for (; d >= 0; --d) {
            from += box.from_strides[d] * bytes;
            to += box.to_strides[d] * bytes;
            if (++index[d] < box.sizes[d]) break;
            from -= box.from_strides[d] * bytes * box.sizes[d];
            to -= box.to_strides[d] * bytes * box.sizes[d];
            index[d] = 0;
        }
        if (d < 0) return;
    }
}

template <int W>
void copy_line(const char* from, int64_t from_stride, char* to, int64_t to_stride, int64_t size) {
    using T = typename Word<W>::type;
    const T* source = reinterpret_cast<const T*>(from);
    T* target = reinterpret_cast<T*>(to);
    if (to_stride == 1 && from_stride == 0) {
        std::fill_n(target, size, *source);
    } else if (to_stride == 1) {
        for (int64_t i = 0; i < size; ++i) target[i] = source[i * from_stride];
    } else {
        for (int64_t i = 0; i < size; ++i) target[i * to_stride] = source[i * from_stride];
    }
}

// Transposes a square of 16 / W rows of 16 bytes: log2 rounds of interleaving row i with row i + N / 2.
template <int W>
struct Square {
    static constexpr int N = 16 / W;
    using T = typename Word<W>::type;
    typedef T Vector __attribute__((vector_size(16)));

    template <size_t... I>
    static Vector low(Vector a, Vector b, std::index_sequence<I...>) {
        return __builtin_shufflevector(a, b, (I / 2 + (I % 2) * N)...);
    }

    template <size_t... I>
    static Vector high(Vector a, Vector b, std::index_sequence<I...>) {
        return __builtin_shufflevector(a, b, (I / 2 + N / 2 + (I % 2) * N)...);
    }

    static void run(const T* from, int64_t from_stride, T* to, int64_t to_stride) {
        Vector rows[N], next[N];
        for (int i = 0; i < N; ++i) std::memcpy(&rows[i], from + i * from_stride, 16);
        constexpr std::make_index_sequence<N> indices;
        for (int width = 1; width < N; width *= 2) {
            for (int i = 0; i < N / 2; ++i) {
                next[2 * i] = low(rows[i], rows[i + N / 2], indices);
                next[2 * i + 1] = high(rows[i], rows[i + N / 2], indices);
            }
            std::copy(next, next + N, rows);
        }
        for (int i = 0; i < N; ++i) std::memcpy(to + i * to_stride, &rows[i], 16);
    }
};

// to[i * to_stride + j] = from[i + j * from_stride] for i < rows, j < columns, in blocks that stay in the first-level
// cache.
template <int W>
void transpose(const char* from_bytes, int64_t from_stride, char* to_bytes, int64_t to_stride, int64_t rows,
               int64_t columns) {
    using T = typename Word<W>::type;
    constexpr int64_t N = Square<W>::N, kBlock = 32;
    const T* from = reinterpret_cast<const T*>(from_bytes);
    T* to = reinterpret_cast<T*>(to_bytes);
    auto edge = [&](int64_t i0, int64_t i1, int64_t j0, int64_t j1) {
        for (int64_t i = i0; i < i1; ++i)
            for (int64_t j = j0; j < j1; ++j) to[i * to_stride + j] = from[i + j * from_stride];
    };
    for (int64_t i0 = 0; i0 < rows; i0 += kBlock) {
        for (int64_t j0 = 0; j0 < columns; j0 += kBlock) {
            const int64_t i1 = std::min(rows, i0 + kBlock), j1 = std::min(columns, j0 + kBlock);
            const int64_t i_full = i0 + (i1 - i0) / N * N, j_full = j0 + (j1 - j0) / N * N;
            for (int64_t i = i0; i < i_full; i += N)
                for (int64_t j = j0; j < j_full; j += N)
                    Square<W>::run(from + i + j * from_stride, from_stride, to + i * to_stride + j, to_stride);
            edge(i0, i_full, j_full, j1);
            edge(i_full, i1, j0, j1);
        }
    }
}

void copy_rows(const char* from, char* to, const Box& box, int64_t bytes) {
    const int64_t row_bytes = box.sizes[box.rank - 1] * bytes;
    for_each_outer(from, to, box, box.rank - 1, bytes,
                   [row_bytes](const char* f, char* t) { std::memcpy(t, f, static_cast<size_t>(row_bytes)); });
}

// The dimension other than the last along which the source is contiguous, or -1.
int contiguous_source_dimension(const Box& box) {
    for (int d = box.rank - 2; d >= 0; --d)
        if (box.from_strides[d] == 1) return d;
    return -1;
}

template <int W>
void copy_words(const char* from, char* to, Box box) {
    const int last = box.rank - 1;
    if (box.from_strides[last] == 1 && box.to_strides[last] == 1) return copy_rows(from, to, box, W);
    const int across = box.to_strides[last] == 1 && box.from_strides[last] != 0 ? contiguous_source_dimension(box) : -1;
    if (across >= 0) {
        for (int d = across; d < last - 1; ++d) swap_dimensions(box, d, d + 1);
        return for_each_outer(from, to, box, last - 1, W, [&](const char* f, char* t) {
            transpose<W>(f, box.from_strides[last], t, box.to_strides[last - 1], box.sizes[last - 1], box.sizes[last]);
        });
    }
    for_each_outer(from, to, box, last, W, [&](const char* f, char* t) {
        copy_line<W>(f, box.from_strides[last], t, box.to_strides[last], box.sizes[last]);
    });
}

template <class T, class Stored, class Operation>
void combine_as(const char* from, char* to, const Box& box, Operation operation) {
    constexpr int64_t bytes = sizeof(Stored);
    if (box.rank == 0) return combine_one_as<T, Stored>(to, from, operation);
    const int last = box.rank - 1;
    const int64_t size = box.sizes[last], from_step = box.from_strides[last] * bytes,
                  to_step = box.to_strides[last] * bytes;
    for_each_outer(from, to, box, last, bytes, [=](const char* f, char* t) {
        if (from_step == bytes && to_step == bytes) {  // said apart, so that the compiler makes vectors of it
            for (int64_t i = 0; i < size; ++i) combine_one_as<T, Stored>(t + i * bytes, f + i * bytes, operation);
        } else {
            for (int64_t i = 0; i < size; ++i) combine_one_as<T, Stored>(t + i * to_step, f + i * from_step, operation);
        }
    });
}

template <int W>
void fill_words(char* to, const Box& box, uint64_t value) {
    using T = typename Word<W>::type;
    const int last = box.rank - 1;
    const T word = static_cast<T>(value);
    for_each_outer(to, to, box, last, W, [&](const char*, char* t) {
        T* line = reinterpret_cast<T*>(t);
        if (box.to_strides[last] == 1) {
            std::fill_n(line, box.sizes[last], word);
        } else {
            for (int64_t i = 0; i < box.sizes[last]; ++i) line[i * box.to_strides[last]] = word;
        }
    });
}

}  // namespace

void copy_box(const char* from, char* to, Box box, int64_t bytes) {
    if (is_empty(box)) return;
    normalise(box);
    if (box.rank == 0) {
        std::memcpy(to, from, static_cast<size_t>(bytes));
        return;
    }
    switch (bytes) {
        case 1: return copy_words<1>(from, to, box);
        case 2: return copy_words<2>(from, to, box);
        case 4: return copy_words<4>(from, to, box);
        default: return copy_words<8>(from, to, box);
    }
}

void combine_box(const char* from, char* to, const Box& box, Element element, Combine combine) {
    if (is_empty(box)) return;
    with_types(element, combine, [&](auto wide, auto stored) {
        using T = decltype(wide);
        with_operation<T>(combine, [&](auto operation) { combine_as<T, decltype(stored)>(from, to, box, operation); });
    });
}

void fill_box(char* to, Box box, int64_t bytes, uint64_t value) {
    if (is_empty(box)) return;
    std::copy(box.to_strides, box.to_strides + box.rank, box.from_strides);
    normalise(box);
    if (box.rank == 0) {
        std::memcpy(to, &value,
                    static_cast<size_t>(bytes));  // little-endian hosts, like everything that LLVM lays out here
        return;
    }
    switch (bytes) {
        case 1: return fill_words<1>(to, box, value);
        case 2: return fill_words<2>(to, box, value);
        case 4: return fill_words<4>(to, box, value);
        default: return fill_words<8>(to, box, value);
    }
}

bool is_injective(const Box& given) {
    Box box = given;
    drop_unit_dimensions(box);
    sort_by_destination(box);
    int64_t reach = 0;  // largest distance that the inner dimensions span
    for (int d = box.rank - 1; d >= 0; --d) {
        const int64_t stride = std::llabs(box.to_strides[d]);
        if (stride <= reach) return false;
        reach += stride * (box.sizes[d] - 1);
    }
    return true;
}

}  // namespace npusim
