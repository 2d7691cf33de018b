// A last-level cache in front of a memory: write back, write allocate, non-blocking. Lines stay between launches.
//
// A miss takes a line of its set at once, and an MSHR until all its sectors have come; requests for the same line wait
// in that MSHR. A hit is answered when the bank's port has moved it, plus `latency`, as are all answers.
// Internal events are simulated only when a requester could observe them, `latency` later, so that many events are
// handled at once.
#pragma once

#include <memory>
#include <queue>
#include <vector>

#include "cache_bank.hpp"
#include "tag_array.hpp"

namespace npusim {

class CacheMemory final : public Memory {
public:
    CacheMemory(const EngineConfig& config, std::unique_ptr<Memory> below);

    Ticket submit(const Request& request, Time now) override;
    Time next_event() const override;
    void advance(Time now, std::vector<Completion>& delivered) override;
    std::size_t channel_of(Address address) const override { return map_.bank_of(address); }
    void restart() override;
    void finish(Time now) override;
    bool describe(const std::vector<TensorSpan>&, std::vector<std::int64_t>&) const override { return false; }
    void add_counters(CounterSheet& sheet) const override;

private:
    struct Target {
        std::uint64_t tag;
        std::uint64_t written;  // the sector's bit, 0 for a read
    };

    struct Mshr {
        TagArray::Index line = TagArray::kNone;
        std::size_t bank = 0;
        std::uint64_t sectors = 0;  // that it fetches
        int missing = 0;            // of them
        Time ready = 0;             // when those that have come were there
        std::vector<Target> targets;
    };

    struct Fill {
        Time time;
        std::uint64_t number;  // fills of one time happen in the order in which they were made
        std::uint64_t mshr;
        bool operator>(const Fill& other) const {
            return time != other.time ? time > other.time : number > other.number;
        }
    };

    Ticket access(const Request& request, const LinePlace& place, TagArray::Index line, Time now);
    Ticket miss(const Request& request, const LinePlace& place, Time now);
    Ticket answer(CacheBank& bank, Time now) { return {true, port_.pass(bank.core_side, now) + latency_}; }
    Ticket refuse(std::int64_t& counter);
    Ticket fetch(const Request& request, const LinePlace& place, TagArray::Index line, Time now);
    void give_up(TagArray::Index line, CacheBank& bank, Time now);
    void write(TagArray::Index line, std::uint64_t sectors);
    void talk_to_memory(CacheBank& bank, Time now);
    void send_fetches(CacheBank& bank, Time now);
    Time next_inside() const;
    void run_until(Time now);
    void fill_until(Time now);
    void advance_below(Time now);
    void arrived(std::uint64_t mshr, Time done);
    void fill(const Fill& fill);
    Address address_of(TagArray::Index line, int sector) const;

    template <class Visit>
    void each_sector(std::uint64_t sectors, TagArray::Index line, Visit visit) const;

    std::unique_ptr<Memory> below_;
    LineMap map_;
    TagArray tags_;
    std::vector<CacheBank> banks_;
    RequestTime port_;
    Time latency_;
    std::int64_t line_bytes_;
    std::int64_t request_bytes_;
    std::uint64_t all_sectors_;
    std::int64_t mshrs_per_bank_;
    std::size_t write_back_places_;  // requests of a bank that may wait to be written
    bool fetch_on_write_;

    std::vector<Mshr> mshrs_;
    std::vector<std::uint64_t> free_mshrs_;
    std::priority_queue<Fill, std::vector<Fill>, std::greater<Fill>> fills_;
    std::uint64_t made_ = 0;
    std::size_t unanswered_ = 0;  // posted writes in the memory below
    int waiting_banks_ = 0;
    std::vector<Completion> answers_;   // of the memory below
    std::vector<Completion> answered_;  // to be delivered
    Time answered_at_ = kNever;         // the first of them
    bool refused_ = false;              // a request since the last event
};

}  // namespace npusim
