// Which channel, bank and row an address belongs to. Blocks of `interleave_bytes` go round the channels; a mapping, found by its name, says what
// the other bits of a burst's number mean.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../channel_hash.hpp"
#include "spec.hpp"

namespace npusim {

struct DramLocation {
    std::size_t channel;
    std::size_t bank;  // of the channel: rank, bank group, bank
    std::int64_t row;
    std::int64_t column;  // in bursts
};

// The part of a mapping within a channel.
class BankMapping {
public:
    virtual ~BankMapping() = default;
    // `number` counts the channel's transactions by address.
    virtual void locate(std::uint64_t number, DramLocation& location) const = 0;
};

class AddressMap {
public:
    // Raises EngineError for a mapping that does not exist or does not fit the device.
    AddressMap(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels);

    DramLocation locate(std::int64_t address) const {
        const std::uint64_t number = static_cast<std::uint64_t>(address) >> burst_shift_;
        const std::uint64_t block = number >> block_shift_;
        std::uint64_t rest;
        DramLocation location;
        if (channel_shift_ >= 0) {
            rest = block >> channel_shift_;
            location.channel = (hash_ ? folded(block, channel_shift_) : block) & (channels_ - 1);
        } else {
            rest = block / channels_;
            location.channel = block % channels_;
        }
        mapping_->locate(rest << block_shift_ | (number & block_mask_), location);
        return location;
    }

private:
    int burst_shift_;
    int block_shift_;    // bursts of a block
    std::uint64_t block_mask_;
    int channel_shift_;  // -1: the number of channels is no power of two
    std::uint64_t channels_;
    bool hash_;
    std::unique_ptr<BankMapping> mapping_;
};

}  // namespace npusim
