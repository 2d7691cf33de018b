// The channel, bank and row of an address. Blocks of `interleave_bytes` are interleaved over the channels; a mapping,
// selected by name, assigns the other bits of a burst's number.
#pragma once

#include <array>
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

    DramLocation operator^(const DramLocation& other) const {
        return {row ^ other.row, column ^ other.column, static_cast<std::uint16_t>(channel ^ other.channel),
                static_cast<std::uint16_t>(bank ^ other.bank)};
    }
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
        location.channel = static_cast<std::uint16_t>(channel_(block));
        return round << block_shift_ | (number & block_mask_);
    }

    bool is_linear() const { return channel_shift_ >= 0; }

private:
    int burst_shift_;
    int block_shift_;  // bursts of a block
    std::uint64_t block_mask_;
    int channel_shift_;  // -1: the number of channels is no power of two
    std::uint64_t channels_;
    ChannelOfBlock channel_;
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

    // Whether every bit of a location is an exclusive or of bits of the address. So it is in all mappings; a number of
    // channels that is no power of two is a division.
    bool is_linear() const { return split_.is_linear(); }
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

// Locations of a few streams of addresses that are mostly close to each other. In a linear map the location of an
// address is the exclusive or of those of its lower bits, which are in a table, and of its upper ones, of which each
// stream's last is kept.
class NearbyLocations {
public:
    static constexpr std::size_t kStreams = 2;

    NearbyLocations(const AddressMap& map, std::int64_t burst_bytes, std::int64_t interleave_bytes);

    DramLocation locate(std::int64_t address, std::size_t stream) {
        if (!map_.is_linear()) [[unlikely]]
            return map_.locate(address);
        const std::int64_t low = address & low_mask_, high = address - low;
        Upper& upper = upper_[stream];
        if (upper.address != high) upper = {high, map_.locate(high)};
        return upper.location ^ lower_[static_cast<std::size_t>(low >> burst_shift_)];
    }

    // Behind the first address of a block of a channel, where the stream that was just asked for goes on next, if that
    // is known.
    bool find_next_block(std::int64_t address, std::size_t stream, DramLocation& location) const {
        const std::int64_t next = (address & low_mask_) + block_bytes_;
        if ((address & (block_bytes_ - 1)) != 0 || next > low_mask_) return false;
        location = upper_[stream].location ^ lower_[static_cast<std::size_t>(next >> burst_shift_)];
        return true;
    }

private:
    static constexpr std::size_t kLower = 128;
    struct Upper {
        std::int64_t address = -1;
        DramLocation location{};
    };

    const AddressMap& map_;
    int burst_shift_;
    std::int64_t low_mask_;
    std::int64_t block_bytes_;
    std::array<Upper, kStreams> upper_{};
    std::array<DramLocation, kLower> lower_{};
};

}  // namespace npusim
