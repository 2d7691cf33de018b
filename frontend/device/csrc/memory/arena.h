// The device's memory: one reserved range of host addresses with a deterministic allocator. Knows nothing of torch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace npusim {

struct ArenaCounters {
    int64_t allocations = 0;      // live blocks
    int64_t allocated_bytes = 0;  // live bytes, rounded up to the alignment
    int64_t requested_bytes = 0;  // live bytes as asked for
    int64_t peak_allocated_bytes = 0;
    int64_t peak_allocations = 0;
    int64_t total_allocations = 0;  // since start or reset
    int64_t total_frees = 0;
    int64_t total_allocated_bytes = 0;
    int64_t total_freed_bytes = 0;
    int64_t out_of_memory_errors = 0;
};

// Where a host address lies: in which live block (numbered from 1; 0: in none), of how many bytes as asked for, and
// where in it.
struct BlockPlace {
    uint64_t block;
    uint64_t bytes;
    uint64_t offset;
};

// A block that was allocated, or one that was freed, whose bytes are 0.
struct BlockEvent {
    uint64_t block;
    uint64_t bytes;
};

// Best fit, lowest address first among equals, neighbours merged when freed. Blocks have numbers that are never given
// again.
class Arena {
public:
    static constexpr size_t kAlignment = 512;

    // Reserves address space (no memory is used until it is touched). Throws std::runtime_error.
    void reserve(size_t reserved_bytes, size_t capacity_bytes);

    // Address of a block of at least `bytes` > 0 bytes, or nullptr when no free block is large enough.
    void* allocate(size_t bytes);
    void free(void* pointer);
    // Bytes of a live block, 0 for other addresses.
    size_t block_bytes(const void* pointer) const;
    // Finds the block of each of `count` addresses; watched blocks are told by `take_events` once they are freed.
    void locate(const uint64_t* pointers, size_t count, bool watched, BlockPlace* places);
    // Whether all blocks are watched from now on, and allocations told as well.
    void follow(bool following);
    // Takes up to `room` events, in their order; returns how many.
    size_t take_events(BlockEvent* events, size_t room);

    // Whether blocks read as zeros from now on when they are allocated. Otherwise they hold what was there before.
    void set_zeroing(bool zeroing);

    // Where allocation ends. Live blocks above a lowered end stay until they are freed. False when more than was
    // reserved.
    bool set_capacity(size_t capacity_bytes);

    // Returns the pages of free blocks to the operating system.
    void release_free_pages();

    bool contains(const void* pointer) const;
    char* base() const { return base_; }
    size_t reserved_bytes() const { return reserved_; }
    size_t capacity_bytes() const;
    size_t largest_free_bytes() const;
    ArenaCounters counters() const;
    // Offset, bytes, bytes asked for and number of every live block, by offset.
    std::vector<std::array<uint64_t, 4>> live_blocks() const;
    void reset_peaks();
    void reset_totals();

private:
    struct Block {
        size_t bytes;
        size_t requested;
        uint64_t number;
        bool watched = false;
    };

    void add_free(size_t offset, size_t bytes);
    void remove_free(std::map<size_t, size_t>::iterator block);
    void take(size_t offset, size_t bytes, size_t requested);
    size_t merge(size_t offset, size_t& bytes);
    void give_back(size_t offset, size_t bytes) const;
    void zero(size_t offset, size_t bytes) const;
    void rebuild_free_lists();

    mutable std::mutex mutex_;
    char* base_ = nullptr;
    size_t reserved_ = 0;
    size_t capacity_ = 0;
    bool zeroing_ = false;
    std::map<size_t, size_t> free_by_offset_;           // offset -> bytes
    std::set<std::pair<size_t, size_t>> free_by_size_;  // (bytes, offset)
    std::map<size_t, Block> live_;                      // offset -> block
    uint64_t last_number_ = 0;
    bool following_ = false;
    std::deque<BlockEvent> events_;  // until they are taken
    ArenaCounters counters_;
};

Arena& arena();

}  // namespace npusim
