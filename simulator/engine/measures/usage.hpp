// What a launch used over time, in equal bins: bytes moved, and time in which each unit was active, for the counters of
// the timeline. Memory stays bounded: when the bins are used up pairs of them are merged, and a bin covers twice the
// time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../model/time.hpp"
#include "../model/units.hpp"

namespace npusim {

class Usage {
public:
    // Bytes read, bytes written, then picoseconds of each unit, summed over the cores.
    static constexpr std::size_t kRead = 0, kWrite = 1, kUnit = 2, kColumns = kUnit + kUnits;
    using Bin = std::array<std::int64_t, kColumns>;

    Usage() = default;
    // Bins that were filled before; `bin_ps` is a power of two.
    Usage(Time bin_ps, std::vector<Bin> bins)
        : bins_(std::move(bins)), shift_(std::countr_zero(static_cast<std::uint64_t>(bin_ps))) {}

    // An amount that was used evenly between `start` and `end`, counted from the launch's start.
    void add(std::size_t column, Time start, Time end, std::int64_t amount) {
        if (amount == 0) return;
        while (static_cast<std::size_t>(end >> shift_) >= kBins) merge_pairs();
        const auto first = static_cast<std::size_t>(start >> shift_), last = static_cast<std::size_t>(end >> shift_);
        if (last >= bins_.size()) bins_.resize(last + 1);
        for (std::size_t bin = first; bin < last; ++bin) {
            const Time from = bin == first ? start : static_cast<Time>(bin) << shift_;
            const double share =
                static_cast<double>((static_cast<Time>(bin + 1) << shift_) - from) / static_cast<double>(end - from);
            const auto part = static_cast<std::int64_t>(static_cast<double>(amount) * share);
            bins_[bin][column] += part;
            amount -= part;
        }
        bins_[last][column] += amount;
    }

    const std::vector<Bin>& bins() const { return bins_; }
    Time bin_ps() const { return Time{1} << shift_; }

private:
    static constexpr std::size_t kBins = 1024;
    static constexpr int kFirstShift = 17;  // 131 ns: some hundred cycles

    void merge_pairs() {
        for (std::size_t i = 0; i < bins_.size(); ++i) {
            const Bin bin = bins_[i];
            if (i % 2 == 0)
                bins_[i / 2] = bin;
            else
                for (std::size_t column = 0; column < kColumns; ++column) bins_[i / 2][column] += bin[column];
        }
        bins_.resize((bins_.size() + 1) / 2);
        ++shift_;
    }

    std::vector<Bin> bins_;
    int shift_ = kFirstShift;
};

}  // namespace npusim
