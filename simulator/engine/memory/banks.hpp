// The bank of a block of memory. Blocks are interleaved over the banks; if the number of banks is a power of two, the
// upper bits of the block's number are hashed in, so that strides of powers of two (rows of a matrix) use all banks.
#pragma once

#include <bit>
#include <cstdint>

namespace npusim {

class Banks {
public:
    explicit Banks(std::int64_t count)
        : count_(static_cast<std::uint64_t>(count)),
          mask_(std::has_single_bit(count_) ? count_ - 1 : 0),
          bits_(std::countr_zero(count_)) {
        if (mask_ == 0) return;
        for (first_shift_ = bits_; 2 * first_shift_ < 64;) first_shift_ *= 2;
    }

    std::uint64_t count() const { return count_; }

    std::size_t of(std::uint64_t block) const {
        if (mask_ == 0) return block % count_;
        // the exclusive or of all groups of bits: halves are folded until one group is left
        for (int shift = first_shift_; shift >= bits_; shift /= 2) block ^= block >> shift;
        return block & mask_;
    }

    // The block's number among those of its bank.
    std::uint64_t round(std::uint64_t block) const { return mask_ == 0 ? block / count_ : block >> bits_; }

private:
    std::uint64_t count_;
    std::uint64_t mask_;  // 0: not a power of two, or 1
    int bits_;
    int first_shift_ = 0;
};

}  // namespace npusim
