// Writes are drained from a high to a low watermark of their queue, however many come meanwhile. As in Ramulator 2.1.
#pragma once

#include "concepts.hpp"

namespace npusim {

struct Watermarks {
    static constexpr std::string_view kName = "watermarks";
    static constexpr bool kCounts = false;

    static bool writes_next(bool writing, std::int64_t, std::int64_t writes, const DramRules& rules) {
        return writing ? writes >= rules.write_low : writes > rules.write_high;
    }
};

}  // namespace npusim
