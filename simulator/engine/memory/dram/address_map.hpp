// The channel, bank and row of an address. Blocks of `interleave_bytes` are interleaved over the channels; a mapping,
// selected by name, assigns the other bits of a burst's number.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../channel_hash.hpp"
#include "protocol/spec.hpp"

namespace npusim {

struct DramLocation {
    DramRow row;
    std::uint32_t column;  // in bursts
    std::uint16_t channel;
    std::uint16_t bank;  // of the channel: rank, bank group, bank
};

// The channel of an address.
class ChannelSplit {
public:
    ChannelSplit(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels);

    // Sets the channel; returns the number of the transaction among the channel's, by address.
    std::uint64_t split(std::int64_t address, DramLocation& location) const {
        const std::uint64_t number = static_cast<std::uint64_t>(address) >> burst_shift_;
        const std::uint64_t block = number >> block_shift_;
        const std::uint64_t round = channel_shift_ >= 0 ? block >> channel_shift_ : block / channels_;
        location.channel = static_cast<std::uint16_t>(channel_of(block));
        return round << block_shift_ | (number & block_mask_);
    }

private:
    std::uint64_t channel_of(std::uint64_t block) const {
        if (channel_shift_ < 0) return block % channels_;
        return (hash_ ? folded(block, channel_shift_) : block) & (channels_ - 1);
    }

    int burst_shift_;
    int block_shift_;  // bursts of a block
    std::uint64_t block_mask_;
    int channel_shift_;  // -1: the number of channels is no power of two
    std::uint64_t channels_;
    bool hash_;
};

// A mapping: the split into channels and the place of a transaction in a channel, for batches of transactions.
class BankMapping {
public:
    virtual ~BankMapping() = default;
    virtual DramLocation locate(const ChannelSplit& split, std::int64_t address) const = 0;
    virtual void locate(const ChannelSplit& split, const std::int64_t* addresses, std::size_t count,
                        DramLocation* locations) const = 0;
};

class AddressMap {
public:
    // Raises EngineError for a mapping that does not exist or does not fit the device.
    AddressMap(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels);

    std::size_t channel_of(std::int64_t address) const {
        DramLocation location;
        split_.split(address, location);
        return location.channel;
    }
    DramLocation locate(std::int64_t address) const { return mapping_->locate(split_, address); }
    void locate(const std::int64_t* addresses, std::size_t count, DramLocation* locations) const {
        mapping_->locate(split_, addresses, count, locations);
    }

private:
    ChannelSplit split_;
    std::unique_ptr<BankMapping> mapping_;
};

}  // namespace npusim
