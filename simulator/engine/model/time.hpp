// Simulated time: integer picoseconds, and clocks whose periods are exact fractions of a picosecond, so that nothing drifts.
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
    explicit Clock(std::int64_t frequency_khz) : period_(Fraction::of(1'000'000'000, frequency_khz)) {}

    Time edge(std::int64_t cycle) const {
        return cycle <= 0 ? 0 : multiply_divide_up(cycle, period_.numerator, period_.denominator);
    }

    // The first cycle whose edge is at or after `time`.
    std::int64_t cycle_at_or_after(Time time) const {
        return time <= 0 ? 0 : multiply_divide(time - 1, period_.denominator, period_.numerator) + 1;
    }

    Time align(Time time) const { return edge(cycle_at_or_after(time)); }

    // `cycles` clock periods after the first edge at or after `time`.
    Time after(Time time, std::int64_t cycles) const { return edge(cycle_at_or_after(time) + cycles); }

    const Fraction& period() const { return period_; }

private:
    static std::int64_t multiply_divide_up(std::int64_t a, std::int64_t b, std::int64_t c) {
        std::int64_t product;
        if (!__builtin_mul_overflow(a, b, &product)) return (product - 1) / c + 1;
        return static_cast<std::int64_t>((static_cast<__int128>(a) * b - 1) / c) + 1;
    }

    Fraction period_;  // picoseconds per cycle
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

    void seek(std::int64_t cycle) {
        const __int128 scaled = static_cast<__int128>(cycle) * clock_.period().numerator;
        floor_ = static_cast<Time>(scaled / clock_.period().denominator);
        remainder_ = static_cast<std::int64_t>(scaled % clock_.period().denominator);
    }

    Clock clock_;
    Time whole_;
    std::int64_t rest_;
    Time floor_ = 0;  // the edge lies at floor_ + remainder_ / denominator
    std::int64_t remainder_ = 0;
};

}  // namespace npusim
