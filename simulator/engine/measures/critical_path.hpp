// What the time of a launch was spent on, along the chain of events that led to its end: the critical path.
//
// Every event of a core (an operation starts, has read its inputs, is done) happens when the last of what it waited for
// has happened, or a known time after it. Its path is that last event's path and this time, under its cause. So the
// parts of a path always add up to the time of its event, and only the paths of events that others can still wait for
// have to be kept.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "../model/error.hpp"
#include "../model/time.hpp"
#include "../model/units.hpp"

namespace npusim {

enum class Cause : std::uint8_t {
    launch,
    front_end,
    dma,
    port,
    memory,
    array_weights,
    array,
    array_drain,
    vector,
    cross_lane,
    scalar,
    slot
};
inline constexpr std::size_t kCauses = 12;

inline constexpr std::array<const char*, kCauses> kCauseNames{
    "launch",         // the launch overhead, and the rest of the last cycle
    "front_end",      // records came later than their unit could have taken them
    "dma",            // requests left as fast as a DMA engine issues them
    "port",           // requests left as fast as the core's port lets them through
    "memory",         // memory took no request, or its last answer was under way
    "array_weights",  // the arrays waited for weights
    "array",          // the arrays streamed rows
    "array_drain",    // the last rows' results were on their way through the array
    "vector",         // the vector unit worked
    "cross_lane",     // the cross-lane unit worked
    "scalar",         // the scalar unit worked
    "slot",           // work that would have been done earlier, had its buffer had one more copy
};

constexpr Cause cause_of(Unit unit) {
    constexpr std::array<Cause, kUnits> kOfUnits{Cause::dma,    Cause::dma,        Cause::array,
                                                 Cause::vector, Cause::cross_lane, Cause::scalar};
    return kOfUnits[index_of(unit)];
}

// The pieces of all paths of a launch, each of which goes on from another: from the last one back they are the critical
// path, operation by operation. Only kept when asked for, as it grows with the launch.
class PathLog {
public:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t add(std::uint32_t before, std::uint32_t operation, Cause cause, Time time) {
        if (pieces_.size() == kMost)
            throw EngineError("the launch has too many operations to follow its critical path through each of them");
        pieces_.push_back({before, operation, cause, time});
        return static_cast<std::uint32_t>(pieces_.size() - 1);
    }
    void clear() { pieces_.clear(); }

    // Time by operation and cause on the path that ends with a piece; pieces of no operation are left out.
    std::vector<std::array<Time, kCauses>> by_operation(std::uint32_t last, std::size_t operations) const {
        std::vector<std::array<Time, kCauses>> spent(operations);
        for (; last != kNone; last = pieces_[last].before)
            if (pieces_[last].operation != kNone)
                spent[pieces_[last].operation][static_cast<std::size_t>(pieces_[last].cause)] += pieces_[last].time;
        return spent;
    }

private:
    struct Piece {
        std::uint32_t before;
        std::uint32_t operation;
        Cause cause;
        Time time;
    };
    static constexpr std::size_t kMost = std::size_t{1} << 24;  // 384 MiB

    std::vector<Piece> pieces_;
};

struct Path {
    Time end = 0;  // of its last event
    std::array<Time, kCauses> spent{};
    PathLog* log = nullptr;  // where its pieces are kept, if they are
    std::uint32_t last_piece = PathLog::kNone;
    std::uint32_t operation = PathLog::kNone;  // that the time is spent on from now on

    void spend(Cause cause, Time until) {
        if (until <= end) return;
        spent[static_cast<std::size_t>(cause)] += until - end;
        if (log != nullptr) last_piece = log->add(last_piece, operation, cause, until - end);
        end = until;
    }
};

inline const Path& later(const Path& one, const Path& other) { return other.end > one.end ? other : one; }

// The path of an operation at work.
struct OperationPath : Path {
    Time slot_wait = 0;  // how long nothing but a buffer copy was missing: so much earlier it would have been done

    void work(Cause cause, Time until) {
        const Time late = std::min(slot_wait, until - end);
        if (late > 0) {
            slot_wait -= late;
            spend(Cause::slot, end + late);
        }
        spend(cause, until);
    }
};

}  // namespace npusim
