// The tags of a cache: lines of sectors (one sector is one memory request) in sets of ways. Each sector of a line is
// valid and dirty separately.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "../banks.hpp"
#include "../memory.hpp"
#include "replacement.hpp"

namespace npusim {

// Division by a number that usually is a power of two.
class Divisor {
public:
    explicit Divisor(std::int64_t value)
        : value_(static_cast<std::uint64_t>(value)),
          shift_(std::has_single_bit(value_) ? std::countr_zero(value_) : -1) {}

    std::uint64_t quotient(std::uint64_t number) const { return shift_ >= 0 ? number >> shift_ : number / value_; }
    std::uint64_t rest(std::uint64_t number) const { return shift_ >= 0 ? number & (value_ - 1) : number % value_; }

private:
    std::uint64_t value_;
    int shift_;
};

// The place of an address's line. Lines are interleaved over the banks, and within a bank over its sets.
struct LinePlace {
    std::size_t bank;
    std::size_t set;  // over all banks
    std::uint64_t number;
    std::uint64_t sector;  // a bit
};

class LineMap {
public:
    explicit LineMap(const EngineConfig& config)
        : line_(config.cache.line_bytes),
          request_(config.request_bytes),
          banks_(config.cache.banks),
          sets_per_bank_(config.cache.bytes / (config.cache.ways * config.cache.line_bytes * config.cache.banks)),
          sets_(sets_per_bank_) {}

    std::size_t bank_of(Address address) const {
        return banks_.of(line_.quotient(static_cast<std::uint64_t>(address)));
    }

    LinePlace locate(Address address) const {
        const auto byte = static_cast<std::uint64_t>(address);
        const std::uint64_t number = line_.quotient(byte);
        const std::uint64_t bank = banks_.of(number);
        // Neighbouring lines have neighbouring sets, also on the host.
        const std::uint64_t set = sets_.rest(banks_.round(number)) * banks_.count() + bank;
        return {bank, set, number, std::uint64_t{1} << request_.quotient(line_.rest(byte))};
    }

    std::size_t sets(std::int64_t banks) const { return static_cast<std::size_t>(sets_per_bank_ * banks); }

private:
    Divisor line_, request_;
    Banks banks_;
    std::int64_t sets_per_bank_;
    Divisor sets_;
};

class TagArray {
public:
    using Index = std::size_t;  // of a line
    static constexpr Index kNone = ~Index{0};

    struct Line {
        std::uint64_t valid = 0;
        std::uint64_t dirty = 0;
        std::uint32_t fetch = 0;  // 1 + the number of the MSHR that fetches it, 0: none
    };

    TagArray(std::size_t sets, std::size_t ways, std::unique_ptr<Replacement> replacement)
        : ways_(ways), numbers_(sets * ways, kEmpty), lines_(sets * ways), replacement_(std::move(replacement)) {}

    Index find(const LinePlace& place) const {
        const std::uint64_t* const numbers = numbers_.data() + place.set * ways_;
        for (std::size_t way = 0; way < ways_; ++way)
            if (numbers[way] == place.number) return place.set * ways_ + way;
        return kNone;
    }

    // A place for the line: an empty one, or that of the line to give up; kNone when all of the set are being fetched.
    Index claim(const LinePlace& place) {
        const Index first = place.set * ways_;
        std::uint64_t candidates = 0;
        for (std::size_t way = 0; way < ways_; ++way) {
            if (numbers_[first + way] == kEmpty) return first + way;
            if (lines_[first + way].fetch == 0) candidates |= std::uint64_t{1} << way;
        }
        return candidates == 0 ? kNone : first + replacement_->victim(place.set, candidates);
    }

    void install(Index index, const LinePlace& place) {
        numbers_[index] = place.number;
        lines_[index] = Line{};
        replacement_->fill(place.set, index - place.set * ways_);
    }

    void touch(Index index, const LinePlace& place) { replacement_->touch(place.set, index - place.set * ways_); }
    void remove(Index index) { numbers_[index] = kEmpty; }
    bool holds_line(Index index) const { return numbers_[index] != kEmpty; }
    std::uint64_t number_of(Index index) const { return numbers_[index]; }
    Line& operator[](Index index) { return lines_[index]; }

private:
    static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

    std::size_t ways_;
    std::vector<std::uint64_t> numbers_;
    std::vector<Line> lines_;
    std::unique_ptr<Replacement> replacement_;
};

}  // namespace npusim
