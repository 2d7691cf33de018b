// A queue of requests as bit sets over places in a ring: "the oldest request that ..." is a count of trailing zeros.
// Places are handed out round the ring; when the next one is still taken, the requests left move together.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "state.hpp"

namespace npusim {

// A request as a channel sees it.
struct QueuedRequest {
    std::uint64_t tag;
    DramRow row;
    std::uint32_t arrival;  // the lower bits of the tick
};

class alignas(64) RequestSet {
public:
    using Places = std::uint64_t;
    static constexpr std::size_t kPlaces = 64;
    static constexpr std::int64_t kMaxCapacity = 48;  // so that moving is rare

    explicit RequestSet(std::int64_t capacity) : capacity_(static_cast<std::int32_t>(capacity)) {}

    static Places bit(std::size_t place) { return Places{1} << place; }
    static std::size_t lowest(Places places) { return static_cast<std::size_t>(std::countr_zero(places)); }

    // The oldest of some places: those from the ring's beginning on come before those below it.
    std::size_t oldest(Places places) const {
        const Places older = places & from_begin_;
        return lowest(older != 0 ? older : places);
    }

    void prefetch(std::size_t bank) const {
        __builtin_prefetch(this, 1);
        __builtin_prefetch(&hits_, 1);
        __builtin_prefetch(&of_bank_[bank], 1);
        __builtin_prefetch(&banks_, 1);
    }

    std::int32_t size() const { return size_; }
    bool full() const { return size_ >= capacity_; }
    Places all() const { return all_; }
    Places hits(std::size_t rank) const { return hits_[rank]; }         // for the row that is open in their bank
    Places to_closed(std::size_t rank) const { return closed_[rank]; }  // to banks in which no row is open
    Places conflicts() const { return conflicts_; }  // for another row than the one that is open in their bank
    Places held() const { return held_; }            // of these, whose bank must stay open for now
    Places of_bank(std::size_t bank) const { return of_bank_[bank]; }
    std::size_t bank(std::size_t place) const { return banks_[place]; }
    const QueuedRequest& operator[](std::size_t place) const { return requests_[place]; }

    // `open_row` is the row that is open in its bank, which must be kept open for now if `held`.
    // `kByAddress`, in all calls or none: contains() will be asked.
    template <bool kByAddress>
    void push(const QueuedRequest& request, std::size_t bank, std::size_t rank, std::int64_t address,
              std::int64_t open_row, bool held) {
        const std::size_t place = free_place();
        const Places here = bit(place);
        end_ = static_cast<std::uint8_t>((place + 1) % kPlaces);
        ++size_;
        requests_[place] = request;
        banks_[place] = static_cast<std::uint8_t>(bank);
        all_ |= here;
        of_bank_[bank] |= here;
        if (kByAddress) remember(place, address);
        if (open_row == request.row) {
            hits_[rank] |= here;
        } else if (open_row == DramState::kClosed) {
            closed_[rank] |= here;
        } else {
            conflicts_ |= here;
            if (held) held_ |= here;
        }
    }

    // Take out a request. The place keeps its content until the next push.
    template <bool kByAddress>
    void remove_hit(std::size_t place, std::size_t bank, std::size_t rank) {
        hits_[rank] &= ~bit(place);
        remove<kByAddress>(place, bank);
    }
    template <bool kByAddress>
    void remove_to_closed(std::size_t place, std::size_t bank, std::size_t rank) {
        closed_[rank] &= ~bit(place);
        remove<kByAddress>(place, bank);
    }

    void bank_opened(std::size_t bank, std::size_t rank, DramRow row) {
        const Places places = of_bank_[bank];
        Places hits = 0;
        for (Places rest = places; rest != 0; rest &= rest - 1)
            if (requests_[lowest(rest)].row == row) hits |= rest & -rest;
        closed_[rank] &= ~places;
        hits_[rank] |= hits;
        conflicts_ |= places & ~hits;
        held_ |= places & ~hits;
    }
    void bank_closed(std::size_t bank, std::size_t rank) {
        const Places places = of_bank_[bank];
        hits_[rank] &= ~places;
        conflicts_ &= ~places;
        closed_[rank] |= places;
    }
    // The bank's requests are in none of the sets above, until the bank is closed.
    void hide_bank(std::size_t bank, std::size_t rank) {
        const Places others = ~of_bank_[bank];
        hits_[rank] &= others;
        closed_[rank] &= others;
        conflicts_ &= others;
    }
    void release_bank(std::size_t bank) { held_ &= ~of_bank_[bank]; }

    bool may_contain(std::int64_t address) const { return address_filter_[filter_of(address)] != 0; }
    [[gnu::noinline]] bool contains(std::size_t bank, std::int64_t address) const {
        if (!may_contain(address)) return false;
        for (Places rest = of_bank_[bank]; rest != 0; rest &= rest - 1)
            if (addresses_[lowest(rest)] == address) return true;
        return false;
    }

    // A row was closed for a request; whether that was the first command for it.
    bool note_precharge(std::size_t place) {
        const bool first = (precharged_ & bit(place)) == 0;
        precharged_ |= bit(place);
        return first;
    }
    // Whether no command was sent for a request before; forgets it.
    bool take_untouched(std::size_t place) {
        if ((precharged_ & bit(place)) == 0) return true;
        precharged_ &= ~bit(place);
        return false;
    }

private:
    static std::size_t filter_of(std::int64_t address) {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(address) * 0x9e3779b97f4a7c15u >> 57);
    }

    void remember(std::size_t place, std::int64_t address) {
        addresses_[place] = address;
        ++address_filter_[filter_of(address)];
    }

    template <bool kByAddress>
    void remove(std::size_t place, std::size_t bank) {
        all_ &= ~bit(place);
        of_bank_[bank] &= ~bit(place);
        if (kByAddress) --address_filter_[filter_of(addresses_[place])];
        --size_;
    }

    // The place at the ring's end.
    std::size_t free_place() {
        if ((all_ >> end_ & 1) != 0) [[unlikely]]
            move_together();
        // The ring's beginning moves only when its place is taken again.
        if (begin_ == end_) [[unlikely]] {
            begin_ = all_ == 0 ? end_ : static_cast<std::uint8_t>(oldest(all_));
            from_begin_ = ~Places{0} << begin_;
        }
        return end_;
    }

    // Each request moves to the place that counts those before it.
    [[gnu::noinline]] void move_together() {
        const RequestSet old = *this;
        const std::size_t ranks = old.ranks_in_use();
        for (Places* set : {&all_, &conflicts_, &held_, &precharged_}) *set = 0;
        for (Sets* sets : {&hits_, &closed_, &of_bank_}) sets->fill(0);
        end_ = 0;
        for (Places rest = old.all_; rest != 0; ++end_) {
            const std::size_t from = old.oldest(rest);
            rest &= ~bit(from);
            const auto move_in = [&](Places& set, Places before) { set |= (before >> from & 1) << end_; };
            requests_[end_] = old.requests_[from];
            banks_[end_] = old.banks_[from];
            addresses_[end_] = old.addresses_[from];
            all_ |= bit(end_);
            of_bank_[banks_[end_]] |= bit(end_);
            move_in(conflicts_, old.conflicts_);
            move_in(held_, old.held_);
            move_in(precharged_, old.precharged_);
            for (std::size_t rank = 0; rank < ranks; ++rank) {
                move_in(hits_[rank], old.hits_[rank]);
                move_in(closed_[rank], old.closed_[rank]);
            }
        }
        begin_ = 0;
        from_begin_ = ~Places{0};
    }

    std::size_t ranks_in_use() const {
        std::size_t ranks = hits_.size();
        while (ranks > 0 && (hits_[ranks - 1] | closed_[ranks - 1]) == 0) --ranks;
        return ranks;
    }

    using Sets = std::array<Places, static_cast<std::size_t>(DramSpec::kMaxBanks)>;

    // What every request changes lies in one line of the cache.
    Places all_ = 0;
    Places from_begin_ = ~Places{0};
    std::int32_t size_ = 0;
    std::int32_t capacity_;
    std::uint8_t end_ = 0, begin_ = 0;
    Places conflicts_ = 0;
    Places precharged_ = 0;  // for which another row was closed
    Sets hits_{};            // by rank
    Places held_ = 0;
    Sets closed_{};  // by rank
    alignas(64) Sets of_bank_{};
    std::array<std::uint8_t, kPlaces> banks_{};
    std::array<QueuedRequest, kPlaces> requests_{};
    std::array<std::int64_t, kPlaces> addresses_{};
    std::array<std::uint8_t, 128> address_filter_{};  // queued requests by a hash of their address
};

}  // namespace npusim
