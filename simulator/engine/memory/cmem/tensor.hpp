// The CMEM's state of a tensor: its resident blocks and its use so far. A block is one memory request.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "../../model/tensors.hpp"

namespace npusim {

// One bit per block.
class BlockSet {
public:
    void resize(std::size_t blocks) { words_.assign((blocks + 63) / 64, 0); }
    void clear() { words_ = {}; }
    bool has(std::size_t block) const { return (words_[block / 64] >> (block % 64) & 1) != 0; }
    const std::vector<std::uint64_t>& words() const { return words_; }
    void add(std::size_t block) { words_[block / 64] |= std::uint64_t{1} << (block % 64); }

    template <class Visit>
    void each(Visit visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            for (std::uint64_t bits = words_[i]; bits != 0; bits &= bits - 1)
                visit(i * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }

private:
    std::vector<std::uint64_t> words_;
};

struct Tensor {
    std::int64_t allocation = 0;
    std::int64_t bytes = 0;
    std::int64_t room = 0;  // that it takes in the CMEM, whole blocks
    Address base = 0;       // in the launch at hand, else in the last one
    Address first_block = 0;
    Address end_block = 0;
    std::size_t argument = 0;  // in the launch at hand

    ResidencyReason reason = ResidencyReason::none;
    TensorState state = TensorState::in_memory;
    BlockSet present;  // in the CMEM; empty unless it has room there
    BlockSet dirty;    // written since they came

    std::int64_t read_bytes = 0;      // in all launches
    std::int64_t next_try_bytes = 0;  // read bytes before which asking for room again is of no use
    std::int64_t last_launch = 0;
    std::int64_t longest_pause = 0;  // launches between two uses

    std::int64_t cmem_read_bytes = 0, cmem_write_bytes = 0, memory_read_bytes = 0,
                 memory_write_bytes = 0;  // in the launch at hand

    bool is_resident() const { return state == TensorState::resident; }
    bool by_name() const { return reason == ResidencyReason::name; }
    std::int64_t launch_read_bytes() const { return cmem_read_bytes + memory_read_bytes; }
    // After a launch like the one that left `other`.
    void take_over(const Tensor& other) {
        reason = other.reason;
        state = other.state;
        present = other.present;
        dirty = other.dirty;
        read_bytes += other.launch_read_bytes();
    }
    bool covers(Address block) const { return first_block <= block && block < end_block; }
};

}  // namespace npusim
