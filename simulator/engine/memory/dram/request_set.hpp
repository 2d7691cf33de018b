// A queue of requests as bit sets over places in a ring: "the oldest request that ..." is a count of trailing zeros. Places are handed out round
// the ring; when the next one is still taken, the requests left move together.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "state.hpp"

namespace npusim {

// What a channel has to know of a request.
struct QueuedRequest {
    std::int64_t row;
    std::uint64_t tag;
    std::uint32_t arrival;  // the lower bits of the tick
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
    Places hits() const { return hits_; }                              // for the row that is open in their bank
    Places to_closed() const { return all_ & ~(hits_ | conflicts_); }  // to banks in which no row is open
    Places held() const { return held_; }  // for another row than the one that their bank must keep open for now
    Places of_bank(std::size_t bank) const { return of_bank_[bank]; }
    Places of_rank(std::size_t rank) const { return of_rank_[rank]; }
    std::size_t bank(std::size_t place) const { return banks_[place]; }
    const QueuedRequest& operator[](std::size_t place) const { return requests_[place]; }

    // `open_row` is the row that is open in its bank, which must be kept open for now if `held`.
    void push(const QueuedRequest& request, std::size_t bank, std::int64_t address, std::int64_t open_row, bool held, const DramState& state) {
        const Places here = free_place(state);
        const std::size_t place = end_;
        end_ = (place + 1) % kPlaces;
        if (by_address_) remember(place, address);
        ++size_;
        insert(place, request, bank, state);
        if (open_row == request.row) {
            hits_ |= here;
        } else if (open_row != DramState::kClosed) {
            conflicts_ |= here;
            if (held) held_ |= here;
        }
    }

    // Takes out a request for an open row, or to a closed bank. The place keeps its content until the next push.
    void remove(std::size_t place, const DramState& state) {
        const Places keep = ~bit(place);
        const std::size_t bank = banks_[place];
        all_ &= keep;
        hits_ &= keep;
        of_bank_[bank] &= keep;
        of_rank_[state.rank_of(bank)] &= keep;
        if (by_address_) --address_filter_[filter_of(addresses_[place])];
        --size_;
    }

    void bank_opened(std::size_t bank, std::int64_t row) {
        const Places places = of_bank_[bank];
        Places hits = 0;
        for (Places rest = places; rest != 0; rest &= rest - 1)
            if (requests_[lowest(rest)].row == row) hits |= rest & -rest;
        hits_ |= hits;
        conflicts_ |= places & ~hits;
        held_ |= places & ~hits;
    }
    void bank_closed(std::size_t bank) {
        hits_ &= ~of_bank_[bank];
        conflicts_ &= ~of_bank_[bank];
    }
    void release_bank(std::size_t bank) { held_ &= ~of_bank_[bank]; }

    [[gnu::noinline]] bool contains(std::size_t bank, std::int64_t address) const {
        if (address_filter_[filter_of(address)] == 0) return false;
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

    // The bit of the place at the ring's end.
    Places free_place(const DramState& state) {
        if ((all_ & bit(end_)) != 0) move_together(state);
        const Places here = bit(end_);
        // The ring's beginning moves only when its place is taken again.
        if ((from_begin_ & -from_begin_) == here) from_begin_ = ~Places{0} << (all_ == 0 ? end_ : oldest(all_));
        return here;
    }

    void insert(std::size_t place, const QueuedRequest& request, std::size_t bank, const DramState& state) {
        const Places here = bit(place);
        requests_[place] = request;
        banks_[place] = static_cast<std::uint16_t>(bank);
        all_ |= here;
        of_bank_[bank] |= here;
        of_rank_[state.rank_of(bank)] |= here;
    }

    void move_together(const DramState& state) {
        const RequestSet old = *this;
        all_ = hits_ = conflicts_ = held_ = precharged_ = 0;
        of_bank_.fill(0);
        of_rank_.fill(0);
        from_begin_ = ~Places{0};
        end_ = 0;
        for (Places rest = old.all_; rest != 0; ++end_) {
            const std::size_t from = old.oldest(rest);
            rest &= ~bit(from);
            insert(end_, old.requests_[from], old.banks_[from], state);
            addresses_[end_] = old.addresses_[from];
            const auto keep = [&](Places& set, Places of_old) { set |= (of_old >> from & 1) << end_; };
            keep(hits_, old.hits_);
            keep(conflicts_, old.conflicts_);
            keep(held_, old.held_);
            keep(precharged_, old.precharged_);
        }
    }

    std::int64_t size_ = 0;
    std::int64_t capacity_;
    Places all_ = 0;
    Places hits_ = 0;
    Places conflicts_ = 0;   // for another row than the one that is open in their bank
    Places held_ = 0;        // of these, whose bank must stay open for now
    Places precharged_ = 0;  // for which another row was closed
    Places from_begin_ = ~Places{0};
    std::size_t end_ = 0;
    bool by_address_;
    std::array<std::uint16_t, kPlaces> banks_{};
    std::array<Places, 64> of_bank_{};
    std::array<Places, 64> of_rank_{};
    std::array<QueuedRequest, kPlaces> requests_{};
    std::array<std::int64_t, kPlaces> addresses_{};
    std::array<std::uint8_t, 128> address_filter_{};  // queued requests by a hash of their address
};

}  // namespace npusim
