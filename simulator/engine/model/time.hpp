// Simulated time: integer picoseconds, and clocks whose periods are exact fractions of a picosecond, so that nothing
// drifts.
#pragma once

#include <cstdint>
#include <limits>
#include <numeric>

namespace npusim {

using Time = std::int64_t;  // picoseconds
constexpr Time kNever = std::numeric_limits<Time>::max();

// floor(a * b / c) for non-negative operands; the product may need more than 64 bits.
inline std::int64_t multiply_divide(std::int64_t a, std::int64_t b, std::int64_t c) {
    std::int64_t product;
    if (!__builtin_mul_overflow(a, b, &product)) return product / c;
    return static_cast<std::int64_t>(static_cast<__int128>(a) * b / c);
}

// Division of non-negative numbers by a fixed one, by multiplying with its reciprocal: several times as fast as a
// division.
class FixedDivisor {
public:
    explicit FixedDivisor(std::int64_t divisor)
        : divisor_(divisor), reciprocal_(~std::uint64_t{0} / static_cast<std::uint64_t>(divisor)) {}

    // floor(value / divisor). The reciprocal is too small by less than 1 + 1 / divisor parts in 2^64, so the estimate
    // lacks at most 1.
    std::int64_t floor(std::int64_t value) const {
        const auto estimate = static_cast<std::int64_t>(static_cast<unsigned __int128>(value) * reciprocal_ >> 64);
        return estimate + (value - estimate * divisor_ >= divisor_ ? 1 : 0);
    }

private:
    std::int64_t divisor_;
    std::uint64_t reciprocal_;
};

// A non-negative fraction in lowest terms.
struct Fraction {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;

    static Fraction of(std::int64_t numerator, std::int64_t denominator) {
        const std::int64_t divisor = std::gcd(numerator, denominator);
        return {numerator / divisor, denominator / divisor};
    }
};

// Edges of a clock: edge n lies at ceil(n * period), so the n-th edge is exact to the picosecond for every n.
class Clock {
public:
    Clock() : Clock(1'000'000) {}
    explicit Clock(std::int64_t frequency_khz)
        : period_(Fraction::of(1'000'000'000, frequency_khz)),
          by_numerator_(period_.numerator),
          by_denominator_(period_.denominator) {}

    Time edge(std::int64_t cycle) const {
        return cycle <= 0 ? 0 : scaled(cycle, period_.numerator, by_denominator_, period_.denominator, 1) + 1;
    }

    // The first cycle whose edge is at or after `time`.
    std::int64_t cycle_at_or_after(Time time) const {
        return time <= 0 ? 0 : scaled(time - 1, period_.denominator, by_numerator_, period_.numerator, 0) + 1;
    }

    Time align(Time time) const { return edge(cycle_at_or_after(time)); }

    // `cycles` clock periods after the first edge at or after `time`.
    Time after(Time time, std::int64_t cycles) const { return edge(cycle_at_or_after(time) + cycles); }

    const Fraction& period() const { return period_; }

private:
    // floor((a * b - less) / c) for operands that make it non-negative; the product may need more than 64 bits.
    static std::int64_t scaled(std::int64_t a, std::int64_t b, const FixedDivisor& by_c, std::int64_t c,
                               std::int64_t less) {
        std::int64_t product;
        if (!__builtin_mul_overflow(a, b, &product)) return by_c.floor(product - less);
        return static_cast<std::int64_t>((static_cast<__int128>(a) * b - less) / c);
    }

    Fraction period_;  // picoseconds per cycle
    FixedDivisor by_numerator_;
    FixedDivisor by_denominator_;
};

// Walks the edges of a clock one by one without divisions; agrees with Clock::edge at every step.
class EdgeWalker {
public:
    explicit EdgeWalker(const Clock& clock)
        : clock_(clock),
          whole_(clock.period().numerator / clock.period().denominator),
          rest_(clock.period().numerator % clock.period().denominator) {}

    Time time() const { return floor_ + (remainder_ > 0 ? 1 : 0); }

    void step() {
        floor_ += whole_;
        remainder_ += rest_;
        if (remainder_ >= clock_.period().denominator) {
            remainder_ -= clock_.period().denominator;
            ++floor_;
        }
    }

    void step(std::int64_t cycles) {
        if (cycles == 1) return step();
        seek(clock_.cycle_at_or_after(time()) + cycles);
    }

    // Moves to the first edge at or after `target`; never backwards.
    void advance_to(Time target) {
        if (target <= time()) return;
        if (target - time() > kFewEdges * whole_) return seek(clock_.cycle_at_or_after(target));
        while (time() < target) step();
    }

private:
    static constexpr Time kFewEdges = 6;

    // The edge lies less than a picosecond above the floor: what is missing is the remainder.
    void seek(std::int64_t cycle) {
        const Time up = clock_.edge(cycle);
        const auto scaled = static_cast<__int128>(cycle) * clock_.period().numerator;
        const auto missing =
            static_cast<std::int64_t>(static_cast<__int128>(up) * clock_.period().denominator - scaled);
        floor_ = missing > 0 ? up - 1 : up;
        remainder_ = missing > 0 ? clock_.period().denominator - missing : 0;
    }

    Clock clock_;
    Time whole_;
    std::int64_t rest_;
    Time floor_ = 0;  // the edge lies at floor_ + remainder_ / denominator
    std::int64_t remainder_ = 0;
};

}  // namespace npusim
