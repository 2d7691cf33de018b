// The scoreboard: dependences of operations through scratchpad buffers.
//
// Every unit reads its inputs in order and finishes its operations in order, so "operation n of unit u is done" is "u
// has finished at least n operations", and the dependences of an operation are a few such numbers. A buffer copy
// records the last operation of each unit that wrote and that read it. A copy may be overwritten once its readers have
// read it, even if their results are still pending.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "../measures/critical_path.hpp"
#include "../model/program.hpp"

namespace npusim {

// A number of operations per unit (0: none).
using UnitCounts = std::array<std::uint64_t, kUnits>;

// A set of units, one bit each.
using UnitSet = unsigned;

template <class Use>
void for_each_unit(UnitSet units, Use use) {
    for (; units != 0; units &= units - 1) use(static_cast<std::size_t>(std::countr_zero(units)));
}

// The progress of the units: operations that have read their inputs, operations that are done, and their critical
// paths.
struct UnitProgress {
    UnitCounts released{};
    UnitCounts finished{};
    std::array<Path, kUnits> path_to_release{};
    std::array<Path, kUnits> path_to_finish{};
};

// The last operation of each unit with some effect.
struct LastUses {
    UnitSet units = 0;
    UnitCounts number;  // valid for `units`

    void set(std::size_t unit, std::uint64_t sequence) {
        units |= UnitSet{1} << unit;
        number[unit] = sequence;
    }
    void drop(std::size_t unit) { units &= ~(UnitSet{1} << unit); }
    void raise_to(std::size_t unit, std::uint64_t sequence) {
        set(unit, (units >> unit & 1) != 0 ? std::max(number[unit], sequence) : sequence);
    }
    void raise_to(const LastUses& other) {
        for_each_unit(other.units, [&](std::size_t u) { raise_to(u, other.number[u]); });
    }

    // The units that are not as far yet.
    UnitSet missing(const UnitCounts& counts) const {
        UnitSet set = 0;
        for_each_unit(units, [&](std::size_t u) { set |= static_cast<UnitSet>(counts[u] < number[u]) << u; });
        return set;
    }
};

struct Dependences {
    LastUses data;    // on results that it uses: finished
    LastUses anti;    // on readers of the buffer copies that it writes: released
    LastUses output;  // on writers of the buffer copies that it overwrites: finished
};

class Scoreboard {
public:
    void reset(const Program& program);

    // What operation number `sequence` (from 1) of its unit dependences; marks its own uses. To be called in program
    // order.
    void claim(const Operation& op, std::uint64_t sequence, Dependences& dependences);

private:
    struct Copy {
        LastUses written;
        LastUses read;
    };
    struct Buffer {
        std::uint32_t first_copy;
        std::uint32_t slots;
        std::uint32_t current;
    };

    Copy& current(std::uint32_t buffer) { return copies_[buffers_[buffer].first_copy + buffers_[buffer].current]; }
    Copy& next(std::uint32_t buffer);
    void collect_dependences(const Operation& op, Dependences& dependences);
    void mark_uses(const Operation& op, std::uint64_t sequence);

    std::vector<Buffer> buffers_;
    std::vector<Copy> copies_;
};

}  // namespace npusim
