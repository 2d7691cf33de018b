// A queue of requests as bit sets over places in a ring: "the oldest request that ..." is a count of trailing zeros. Places are handed out round
// the ring; when the next one is still taken, the requests left move together.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "state.hpp"

namespace npusim {

// What a channel has to know of a request once its command is chosen.
struct QueuedRequest {
    std::uint64_t tag;
    Tick arrival;
};

class RequestSet {
public:
    using Places = std::uint64_t;
    static constexpr std::size_t kPlaces = 64;
    static constexpr std::int64_t kMaxCapacity = 48;  // so that moving is rare

    // `by_address`: contains() will be asked.
    RequestSet(std::int64_t capacity, bool by_address) : capacity_(capacity), by_address_(by_address) {}

    static Places bit(std::size_t place) { return Places{1} << place; }
    static std::size_t lowest(Places places) { return static_cast<std::size_t>(std::countr_zero(places)); }

    // The oldest of some places: those from the ring's beginning on come before those below it.
    std::size_t oldest(Places places) const {
        const Places older = places & from_begin_;
        return lowest(older != 0 ? older : places);
    }

    std::int64_t size() const { return size_; }
    bool full() const { return size_ >= capacity_; }
    Places all() const { return all_; }
    Places hits() const { return hits_; }            // requests for the row that is open in their bank
    Places bank_open() const { return bank_open_; }  // requests to banks in which a row is open
    Places held() const { return held_; }            // requests for another row than the one that their bank must keep open for now
    Places of_bank(std::size_t bank) const { return of_bank_[bank]; }
    Places of_rank(std::size_t rank) const { return of_rank_[rank]; }
    std::size_t bank(std::size_t place) const { return banks_[place]; }
    std::int64_t row(std::size_t place) const { return rows_[place]; }
    const QueuedRequest& operator[](std::size_t place) const { return requests_[place]; }

    void push(const QueuedRequest& request, std::int64_t address, std::size_t bank, std::int64_t row, bool row_held,
              const DramState& state) {
        if ((all_ & bit(end_)) != 0) move_together(state);
        const std::size_t place = end_;
        const Places here = bit(place);
        // The ring's beginning moves only when its place is taken again.
        if ((from_begin_ & -from_begin_) == here) from_begin_ = ~Places{0} << (all_ == 0 ? place : oldest(all_));
        end_ = (place + 1) % kPlaces;
        requests_[place] = request;
        rows_[place] = row;
        counted_ &= ~here;
        if (by_address_) {
            addresses_[place] = address;
            ++address_filter_[filter_of(address)];
        }
        ++size_;
        insert(place, bank, state);
        if (!state.is_open(bank)) return;
        bank_open_ |= here;
        if (state.row(bank) == row)
            hits_ |= here;
        else if (row_held)
            held_ |= here;
    }

    // The place keeps its content until the next push.
    void remove(std::size_t place, const DramState& state) {
        const Places keep = ~bit(place);
        const std::size_t bank = banks_[place];
        all_ &= keep;
        hits_ &= keep;
        bank_open_ &= keep;
        held_ &= keep;
        of_bank_[bank] &= keep;
        of_rank_[state.rank_of(bank)] &= keep;
        if (by_address_) --address_filter_[filter_of(addresses_[place])];
        --size_;
    }

    void bank_opened(std::size_t bank, std::int64_t row) {
        const Places places = of_bank_[bank];
        bank_open_ |= places;
        Places hits = 0;
        for (Places rest = places; rest != 0; rest &= rest - 1)
            if (rows_[lowest(rest)] == row) hits |= rest & -rest;
        hits_ |= hits;
        held_ |= places & ~hits;
    }
    void bank_closed(std::size_t bank) {
        hits_ &= ~of_bank_[bank];
        bank_open_ &= ~of_bank_[bank];
    }
    void release_bank(std::size_t bank) { held_ &= ~of_bank_[bank]; }

    bool contains(std::size_t bank, std::int64_t address) const {
        if (address_filter_[filter_of(address)] == 0) return false;
        for (Places rest = of_bank_[bank]; rest != 0; rest &= rest - 1)
            if (addresses_[lowest(rest)] == address) return true;
        return false;
    }

    // Whether the request is looked at for the first time.
    bool count_once(std::size_t place) {
        const bool first = (counted_ & bit(place)) == 0;
        counted_ |= bit(place);
        return first;
    }

private:
    static std::size_t filter_of(std::int64_t address) {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(address) * 0x9e3779b97f4a7c15u >> 57);
    }

    void insert(std::size_t place, std::size_t bank, const DramState& state) {
        const Places here = bit(place);
        banks_[place] = static_cast<std::uint8_t>(bank);
        all_ |= here;
        of_bank_[bank] |= here;
        of_rank_[state.rank_of(bank)] |= here;
    }

    void move_together(const DramState& state) {
        const RequestSet old = *this;
        all_ = hits_ = bank_open_ = held_ = counted_ = 0;
        of_bank_.fill(0);
        of_rank_.fill(0);
        from_begin_ = ~Places{0};
        end_ = 0;
        for (Places rest = old.all_; rest != 0; ++end_) {
            const std::size_t from = old.oldest(rest);
            rest &= ~bit(from);
            requests_[end_] = old.requests_[from];
            rows_[end_] = old.rows_[from];
            addresses_[end_] = old.addresses_[from];
            insert(end_, old.banks_[from], state);
            const auto keep = [&](Places& set, Places of_old) { set |= (of_old >> from & 1) << end_; };
            keep(hits_, old.hits_);
            keep(bank_open_, old.bank_open_);
            keep(held_, old.held_);
            keep(counted_, old.counted_);
        }
    }

    std::int64_t capacity_;
    bool by_address_;
    Places all_ = 0;
    Places hits_ = 0;
    Places bank_open_ = 0;
    Places held_ = 0;
    Places counted_ = 0;  // as row hit, miss or conflict
    Places from_begin_ = ~Places{0};
    std::size_t end_ = 0;
    std::int64_t size_ = 0;
    std::array<std::uint8_t, kPlaces> banks_{};
    std::array<std::int64_t, kPlaces> rows_{};
    std::array<QueuedRequest, kPlaces> requests_{};
    std::array<Places, 64> of_bank_{};
    std::array<Places, 64> of_rank_{};
    std::array<std::int64_t, kPlaces> addresses_{};
    std::array<std::uint8_t, 128> address_filter_{};  // queued requests by a hash of their address
};

}  // namespace npusim
