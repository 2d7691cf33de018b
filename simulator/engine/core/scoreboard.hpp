// Which operations an operation has to wait for.
//
// Every unit finishes its operations in order, so "operation n of unit u is done" is "u has finished at least n operations", and all that
// an operation waits for is one number per unit. A buffer copy remembers the last operation of each unit that wrote and that read it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "../model/program.hpp"

namespace npusim {

// Per unit: a number of operations of it (0: none).
using UnitCounts = std::array<std::uint64_t, kUnits>;

inline void raise_to(UnitCounts& counts, const UnitCounts& other) {
    for (std::size_t u = 0; u < kUnits; ++u) counts[u] = std::max(counts[u], other[u]);
}

// A set of units, one bit each.
using UnitSet = unsigned;

// The units that have not finished as much as is needed.
inline UnitSet missing(const UnitCounts& finished, const UnitCounts& needed) {
    UnitSet set = 0;
    for (std::size_t u = 0; u < kUnits; ++u) set |= static_cast<UnitSet>(finished[u] < needed[u]) << u;
    return set;
}

struct Needs {
    UnitCounts data{};  // results it uses
    UnitCounts slot{};  // uses of the buffer copies it writes
};

class Scoreboard {
public:
    void reset(const Program& program);

    // What operation number `sequence` (from 1) of its unit needs; marks its own uses. To be called in program order.
    void claim(const Operation& op, std::uint64_t sequence, Needs& needs);

private:
    struct Copy {
        UnitCounts written{};
        UnitCounts read{};
    };
    struct Buffer {
        std::uint32_t first_copy;
        std::uint32_t slots;
        std::uint32_t current;
    };

    Copy& current(std::uint32_t buffer) { return copies_[buffers_[buffer].first_copy + buffers_[buffer].current]; }
    Copy& next(std::uint32_t buffer);
    void collect_needs(const Operation& op, Needs& needs);
    void mark_uses(const Operation& op, std::uint64_t sequence);

    std::vector<Buffer> buffers_;
    std::vector<Copy> copies_;
};

}  // namespace npusim
