// Bytes that a launch moved over time, in equal bins: the bandwidth counters of the timeline. Memory stays bounded:
// when the bins are used up pairs of them are merged, and a bin covers twice the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "time.hpp"

namespace npusim {

class Traffic {
public:
    struct Bin {
        std::int64_t read_bytes = 0;
        std::int64_t write_bytes = 0;
    };

    // A transfer moved its bytes evenly between `start` and `end`, counted from the launch's start.
    void add(Time start, Time end, std::int64_t read_bytes, std::int64_t write_bytes) {
        while (static_cast<std::size_t>(end >> shift_) >= kBins) merge_pairs();
        const auto first = static_cast<std::size_t>(start >> shift_), last = static_cast<std::size_t>(end >> shift_);
        if (last >= bins_.size()) bins_.resize(last + 1);
        for (std::size_t bin = first; bin <= last; ++bin) {
            const Time from = bin == first ? start : static_cast<Time>(bin) << shift_;
            const bool rest = bin == last;
            const double share = rest ? 1.0
                                      : static_cast<double>((static_cast<Time>(bin + 1) << shift_) - from) /
                                            static_cast<double>(end - from);
            read_bytes -= move(bins_[bin].read_bytes, read_bytes, share);
            write_bytes -= move(bins_[bin].write_bytes, write_bytes, share);
        }
    }

    const std::vector<Bin>& bins() const { return bins_; }
    Time bin_ps() const { return Time{1} << shift_; }

private:
    static constexpr std::size_t kBins = 1024;
    static constexpr int kFirstShift = 17;  // 131 ns: some hundred cycles

    // Adds a share of the bytes, whole bytes, and returns how many.
    static std::int64_t move(std::int64_t& bin, std::int64_t bytes, double share) {
        const auto moved = share >= 1.0 ? bytes : static_cast<std::int64_t>(static_cast<double>(bytes) * share);
        bin += moved;
        return moved;
    }

    void merge_pairs() {
        for (std::size_t i = 0; i < bins_.size(); ++i) {
            const Bin bin = bins_[i];
            if (i % 2 == 0)
                bins_[i / 2] = bin;
            else {
                bins_[i / 2].read_bytes += bin.read_bytes;
                bins_[i / 2].write_bytes += bin.write_bytes;
            }
        }
        bins_.resize((bins_.size() + 1) / 2);
        ++shift_;
    }

    std::vector<Bin> bins_;
    int shift_ = kFirstShift;
};

}  // namespace npusim
