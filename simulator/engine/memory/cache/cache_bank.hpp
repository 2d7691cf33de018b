// One bank of a cache: its two ports, its memory requests and its counters. A bank moves a given number of bytes per
// cycle to and from the cores, and the same number to and from memory.
#pragma once

#include "../channels.hpp"
#include "../posted_writes.hpp"

namespace npusim {

struct CacheCounts {
    std::int64_t read_hits = 0;
    std::int64_t write_hits = 0;
    std::int64_t read_misses = 0;
    std::int64_t write_misses = 0;
    std::int64_t mshr_merges = 0;    // requests for a line that is being fetched
    std::int64_t mshr_refusals = 0;  // no MSHR was free; the requester asks again
    std::int64_t refusals = 0;       // for other reasons: a set full of lines under way, too many lines to write back
    std::int64_t evictions = 0;      // lines given up
    std::int64_t write_backs = 0;    // of which had to be written
    std::int64_t fill_requests = 0;
    std::int64_t write_back_requests = 0;

    std::int64_t accepted() const { return read_hits + write_hits + read_misses + write_misses + mshr_merges; }
};

// A sector to fetch for an MSHR.
struct SectorFetch {
    Address address;
    std::uint64_t mshr;
};

struct CacheBank {
    std::size_t last = 0;  // the line that was asked for last
    Bus core_side;
    Bus memory_side;
    std::int64_t free_mshrs = 0;
    Ring<SectorFetch> fetches;  // that memory has not taken yet
    PostedWrites write_backs;   // the same
    CacheCounts counts;

    bool counted_as_waiting = false;  // among those that wait for memory

    bool waits_for_memory() const { return !fetches.empty() || write_backs.waiting() > 0; }
};

}  // namespace npusim
