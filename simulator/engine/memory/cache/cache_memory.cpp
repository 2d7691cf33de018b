#include "cache_memory.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace npusim {
namespace {

std::uint64_t all_sectors(const EngineConfig& config) {
    const std::int64_t sectors = config.cache.line_bytes / config.request_bytes;
    return sectors == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << sectors) - 1;
}

// Picoseconds per request at a bank's port.
Fraction port_time(const EngineConfig& config) {
    const Fraction period = config.clock().period();
    return Fraction::of(period.numerator * config.request_bytes, period.denominator * config.cache.bytes_per_cycle);
}

TagArray make_tags(const LineMap& map, const CacheConfig& cache) {
    const std::size_t sets = map.sets(cache.banks);
    const auto ways = static_cast<std::size_t>(cache.ways);
    return TagArray(sets, ways, make_replacement(cache.replacement, sets, ways));
}

}  // namespace

CacheMemory::CacheMemory(const EngineConfig& config, std::unique_ptr<Memory> below)
    : below_(std::move(below)),
      map_(config),
      tags_(make_tags(map_, config.cache)),
      banks_(static_cast<std::size_t>(config.cache.banks)),
      port_(port_time(config)),
      latency_(config.cache.latency_ps),
      line_bytes_(config.cache.line_bytes),
      request_bytes_(config.request_bytes),
      all_sectors_(all_sectors(config)),
      mshrs_per_bank_(config.cache.mshrs),
      write_back_places_(static_cast<std::size_t>(config.cache.mshrs * std::popcount(all_sectors_))),
      fetch_on_write_(config.cache.fetch_on_write && all_sectors_ != 1) {
    for (CacheBank& bank : banks_) bank.free_mshrs = mshrs_per_bank_;
}

Ticket CacheMemory::submit(const Request& request, Time now) {
    run_until(now);
    const LinePlace place = map_.locate(request.address);
    const TagArray::Index last = banks_[place.bank].last;
    const TagArray::Index line = tags_.number_of(last) == place.number ? last : tags_.find(place);
    return line == TagArray::kNone ? miss(request, place, now) : access(request, place, line, now);
}

// The cache holds the line, or fetches it.
Ticket CacheMemory::access(const Request& request, const LinePlace& place, TagArray::Index index, Time now) {
    TagArray::Line& line = tags_[index];
    CacheBank& bank = banks_[place.bank];
    bank.last = index;
    if ((line.valid & place.sector) != 0 || (request.write && !fetch_on_write_)) {
        ++(request.write ? bank.counts.write_hits : bank.counts.read_hits);
        if (request.write) write(index, place.sector);
        tags_.touch(index, place);
        return answer(bank, now);
    }
    if (line.fetch == 0) {
        tags_.touch(index, place);
        return fetch(request, place, index, now);
    }
    ++bank.counts.mshr_merges;
    mshrs_[line.fetch - 1].targets.push_back({request.tag, request.write ? place.sector : 0});
    return {true, kNever};
}

Ticket CacheMemory::miss(const Request& request, const LinePlace& place, Time now) {
    CacheBank& bank = banks_[place.bank];
    const bool needs_memory = !request.write || fetch_on_write_;
    if (needs_memory && bank.free_mshrs == 0) return refuse(bank.counts.mshr_refusals);
    if (bank.write_backs.waiting() >= write_back_places_) return refuse(bank.counts.refusals);
    const TagArray::Index line = tags_.claim(place);
    if (line == TagArray::kNone) return refuse(bank.counts.refusals);
    if (tags_.holds_line(line)) give_up(line, bank, now);
    tags_.install(line, place);
    if (needs_memory) return fetch(request, place, line, now);
    ++bank.counts.write_misses;
    write(line, place.sector);
    talk_to_memory(bank, now);
    return answer(bank, now);
}

// The requester tries again at the next event inside, which makes room.
Ticket CacheMemory::refuse(std::int64_t& counter) {
    ++counter;
    refused_ = true;
    return {false, kNever};
}

// Fetches the sectors that a line lacks.
Ticket CacheMemory::fetch(const Request& request, const LinePlace& place, TagArray::Index index, Time now) {
    CacheBank& bank = banks_[place.bank];
    if (bank.free_mshrs == 0) return refuse(bank.counts.mshr_refusals);
    ++(request.write ? bank.counts.write_misses : bank.counts.read_misses);
    if (free_mshrs_.empty()) {
        free_mshrs_.push_back(mshrs_.size());
        mshrs_.emplace_back();
    }
    const std::uint64_t number = free_mshrs_.back();
    free_mshrs_.pop_back();
    --bank.free_mshrs;
    TagArray::Line& line = tags_[index];
    line.fetch = static_cast<std::uint32_t>(number + 1);
    Mshr& mshr = mshrs_[number];
    mshr.line = index;
    mshr.bank = place.bank;
    mshr.sectors = all_sectors_ & ~line.valid;
    mshr.missing = std::popcount(mshr.sectors);
    mshr.ready = now;
    mshr.targets.assign(1, {request.tag, request.write ? place.sector : 0});
    each_sector(mshr.sectors, index, [&](Address address) { bank.fetches.push({address, number}); });
    bank.counts.fill_requests += mshr.missing;
    talk_to_memory(bank, now);
    return {true, kNever};
}

void CacheMemory::give_up(TagArray::Index index, CacheBank& bank, Time now) {
    ++bank.counts.evictions;
    const std::uint64_t dirty = tags_[index].dirty;
    if (dirty == 0) return;
    const int requests = std::popcount(dirty);
    ++bank.counts.write_backs;
    bank.counts.write_back_requests += requests;
    port_.pass(bank.memory_side, now, requests);
    each_sector(dirty, index, [&](Address address) { bank.write_backs.push(address); });
}

void CacheMemory::write(TagArray::Index index, std::uint64_t sectors) {
    tags_[index].valid |= sectors;
    tags_[index].dirty |= sectors;
}

void CacheMemory::talk_to_memory(CacheBank& bank, Time now) {
    send_fetches(bank, now);
    if (bank.fetches.empty())
        unanswered_ += bank.write_backs.send(*below_, now);  // reads go first: somebody waits for them
    if (bank.waits_for_memory() == bank.counted_as_waiting) return;
    bank.counted_as_waiting = !bank.counted_as_waiting;
    waiting_banks_ += bank.counted_as_waiting ? 1 : -1;
}

void CacheMemory::send_fetches(CacheBank& bank, Time now) {
    for (; !bank.fetches.empty(); bank.fetches.pop()) {
        const SectorFetch& next = bank.fetches.front();
        const Ticket ticket = below_->submit({next.address, false, next.mshr}, now);
        if (!ticket.accepted) return;
        if (ticket.done != kNever) arrived(next.mshr, ticket.done);
    }
}

void CacheMemory::arrived(std::uint64_t number, Time done) {
    Mshr& mshr = mshrs_[number];
    mshr.ready = std::max(mshr.ready, done);
    if (--mshr.missing == 0) fills_.push({mshr.ready, made_++, number});
}

Time CacheMemory::next_inside() const {
    return std::min(fills_.empty() ? kNever : fills_.top().time, below_->next_event());
}

// A requester that was not refused notices nothing before an answer, which comes `latency` after the event that makes
// it.
Time CacheMemory::next_event() const {
    const Time inside = next_inside();
    return std::min(answered_at_, refused_ || inside == kNever ? inside : inside + latency_);
}

void CacheMemory::advance(Time now, std::vector<Completion>& delivered) {
    run_until(now);
    delivered.insert(delivered.end(), answered_.begin(), answered_.end());
    answered_.clear();
    answered_at_ = kNever;
    refused_ = false;
}

// What happens inside up to `now`. The memory below goes there in one step unless a bank waits for its next event.
void CacheMemory::run_until(Time now) {
    for (Time below = below_->next_event(); below <= now; below = below_->next_event()) {
        const bool one_step = waiting_banks_ == 0;
        if (!one_step) fill_until(below);
        advance_below(one_step ? now : below);
    }
    fill_until(now);
}

void CacheMemory::fill_until(Time now) {
    while (!fills_.empty() && fills_.top().time <= now) {
        const Fill next = fills_.top();
        fills_.pop();
        fill(next);
    }
}

void CacheMemory::advance_below(Time now) {
    answers_.clear();
    below_->advance(now, answers_);
    for (const Completion& done : answers_) {
        if (done.tag == PostedWrites::kTag)
            --unanswered_;
        else
            arrived(done.tag, done.done);
    }
    if (waiting_banks_ == 0) return;
    for (CacheBank& bank : banks_)
        if (bank.counted_as_waiting) talk_to_memory(bank, now);
}

void CacheMemory::fill(const Fill& event) {
    Mshr& mshr = mshrs_[event.mshr];
    CacheBank& bank = banks_[mshr.bank];
    TagArray::Line& line = tags_[mshr.line];
    const Time filled = port_.pass(bank.memory_side, event.time, std::popcount(mshr.sectors));
    line.valid |= mshr.sectors;
    line.fetch = 0;
    for (const Target& target : mshr.targets) {
        if (target.written != 0) write(mshr.line, target.written);
        const Time done = std::max(filled, port_.pass(bank.core_side, event.time)) + latency_;
        answered_at_ = std::min(answered_at_, done);
        answered_.push_back({target.tag, done});
    }
    mshr.line = TagArray::kNone;
    ++bank.free_mshrs;
    free_mshrs_.push_back(event.mshr);
}

// Lines stay. Those whose fetch an interruption cut off are empty again.
void CacheMemory::restart() {
    below_->restart();
    for (Mshr& mshr : mshrs_)
        if (mshr.line != TagArray::kNone) tags_.remove(std::exchange(mshr.line, TagArray::kNone));
    mshrs_.clear();
    free_mshrs_.clear();
    fills_ = {};
    made_ = 0;
    unanswered_ = 0;
    waiting_banks_ = 0;
    answered_.clear();
    answered_at_ = kNever;
    refused_ = false;
    for (CacheBank& bank : banks_) {
        bank.core_side.restart();
        bank.memory_side.restart();
        bank.free_mshrs = mshrs_per_bank_;
        bank.fetches.clear();
        bank.counted_as_waiting = bank.waits_for_memory();  // to write; an interruption may have left something
        waiting_banks_ += bank.counted_as_waiting ? 1 : 0;
        bank.counts = CacheCounts{};
    }
}

// Lines that are still to be written are written in the time before the next launch.
void CacheMemory::finish(Time now) {
    for (; (unanswered_ > 0 || waiting_banks_ > 0) && now != kNever; now = below_->next_event()) advance_below(now);
    below_->finish(now);
}

void CacheMemory::add_counters(CounterSheet& sheet) const {
    for (std::size_t i = 0; i < banks_.size(); ++i) {
        const CacheCounts& counted = banks_[i].counts;
        const auto add = [&](const char* name, std::int64_t value) { sheet.add("cache", i, name, value); };
        add("read_hits", counted.read_hits);
        add("write_hits", counted.write_hits);
        add("read_misses", counted.read_misses);
        add("write_misses", counted.write_misses);
        add("mshr_merges", counted.mshr_merges);
        add("mshr_refusals", counted.mshr_refusals);
        add("other_refusals", counted.refusals);
        add("evictions", counted.evictions);
        add("write_backs", counted.write_backs);
        add("fill_bytes", counted.fill_requests * request_bytes_);
        add("write_back_bytes", counted.write_back_requests * request_bytes_);
        // Of the data array: misses are answered, and written, with what comes from memory.
        add("read_bytes", (counted.read_hits + counted.write_back_requests) * request_bytes_);
        const std::int64_t written_by_misses = fetch_on_write_ ? 0 : counted.write_misses;
        add("write_bytes", (counted.write_hits + written_by_misses + counted.fill_requests) * request_bytes_);
        add("core_bytes", counted.accepted() * request_bytes_);
        add("busy_ps", port_.of(counted.accepted()));
    }
    below_->add_counters(sheet);
}

Address CacheMemory::address_of(TagArray::Index line, int sector) const {
    return static_cast<Address>(tags_.number_of(line)) * line_bytes_ + sector * request_bytes_;
}

template <class Visit>
void CacheMemory::each_sector(std::uint64_t sectors, TagArray::Index line, Visit visit) const {
    for (; sectors != 0; sectors &= sectors - 1) visit(address_of(line, std::countr_zero(sectors)));
}

}  // namespace npusim
