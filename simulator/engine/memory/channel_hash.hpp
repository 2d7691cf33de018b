// The channel of a block of addresses.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "../model/error.hpp"
#include "../model/names.hpp"

namespace npusim {

// The remainder of numbers by a polynomial of degree `width`, both over GF(2) with a bit for each coefficient.
class PolynomialRemainder {
public:
    PolynomialRemainder(std::uint64_t polynomial, int width) {
        std::uint64_t power = width > 0 ? 1 : 0;
        for (auto& remainders : remainders_) {
            remainders[0] = 0;
            for (std::size_t first = 1; first < kValues; first *= 2) {
                for (std::size_t rest = 0; rest < first; ++rest)
                    remainders[first + rest] = static_cast<std::uint16_t>(remainders[rest] ^ power);
                power *= 2;
                if (power >> width & 1) power ^= polynomial;
            }
        }
    }

    std::uint64_t operator()(std::uint64_t number) const {
        std::uint64_t remainder = 0;
        for (std::size_t byte = 0; number != 0; number >>= 8, ++byte)
            remainder ^= remainders_[byte][number & (kValues - 1)];
        return remainder;
    }

private:
    static constexpr std::size_t kBytes = sizeof(std::uint64_t), kValues = 256;

    std::array<std::array<std::uint16_t, kValues>, kBytes> remainders_;
};

// The primitive polynomial of a degree of at most 10 that spreads best, over 2^degree places, as many numbers from
// anywhere on that are 2^a + 2^b or 2^a - 2^b apart: of 64 places and more the fullest has 5 to 7.
inline std::uint64_t primitive_polynomial(int degree) {
    constexpr std::array<std::uint64_t, 11> kPrimitive{0x1, 0x3, 0x7, 0xb, 0x13, 0x29, 0x67, 0xcb, 0x171, 0x22d, 0x481};
    return kPrimitive.at(static_cast<std::size_t>(degree));
}

// Polynomials of the hashes of channels, by name. A new one is a line here.
//
// - folded: x^width + 1, whose remainder is the exclusive or of all groups of `width` bits. Bits that are a multiple of
//   the width apart cancel: blocks 2^(2 width) + 1 apart are on one channel.
// - polynomial: a primitive one (Rau, Pseudo-Randomly Interleaved Memory, ISCA 1991). Two bits cancel only where they
//   are a multiple of 2^width - 1 apart.
inline const std::map<std::string, std::function<std::uint64_t(int width)>>& channel_hashes() {
    static const std::map<std::string, std::function<std::uint64_t(int)>> table{
        {"folded", [](int width) { return std::uint64_t{1} << width | 1; }},
        {"polynomial", primitive_polynomial},
    };
    return table;
}

inline std::vector<std::string> channel_hash_names() {
    std::vector<std::string> names;
    for (const auto& [name, polynomial] : channel_hashes()) names.push_back(name);
    return names;
}

// Blocks go round the channels; with a hash every bit of a block's number has a part in which one it is.
class ChannelOfBlock {
public:
    // `hash`: its name, or nothing. Raises EngineError for a name that does not exist, and for a hash of channels whose
    // number is no power of two, or above 1024.
    ChannelOfBlock(std::int64_t channels, const std::string& hash)
        : channels_(static_cast<std::uint64_t>(channels)),
          is_power_of_two_(std::has_single_bit(channels_)),
          is_hashed_(!hash.empty()),
          remainder_(is_hashed_ ? remainder(channels_, hash) : PolynomialRemainder(1, 0)) {}

    std::uint64_t operator()(std::uint64_t block) const {
        if (is_hashed_) return remainder_(block);
        return is_power_of_two_ ? block & (channels_ - 1) : block % channels_;
    }

private:
    static PolynomialRemainder remainder(std::uint64_t channels, const std::string& hash) {
        if (!std::has_single_bit(channels) || channels > kMostChannels)
            throw EngineError("a channel hash needs a number of channels that is a power of two, not " +
                              std::to_string(channels));
        const int width = std::countr_zero(channels);
        const auto found = channel_hashes().find(hash);
        if (found != channel_hashes().end()) return {found->second(width), width};
        refuse_name("there is no memory.channel_hash_function", hash, channel_hash_names());
    }

    static constexpr std::uint64_t kMostChannels = 1024;

    std::uint64_t channels_;
    bool is_power_of_two_;
    bool is_hashed_;
    PolynomialRemainder remainder_;
};

}  // namespace npusim
