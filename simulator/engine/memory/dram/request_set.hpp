// A queue of requests as bit sets over their places, which lie in order of arrival: "the oldest request that ..." is one count of
// trailing zeros. Places are handed out upwards; when they run out, the requests left move to the lowest ones.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "state.hpp"

namespace npusim {

struct QueuedRequest {
    std::int64_t address;
    std::int64_t row;
    std::uint64_t tag;
    Tick arrival;
    std::uint64_t age;  // running number of arrivals
    std::uint8_t bank;
    bool counted;  // as row hit, miss or conflict
};

class RequestSet {
public:
    using Places = std::uint64_t;
    static constexpr std::size_t kPlaces = 64;
    static constexpr std::int64_t kMaxCapacity = 48;  // so that moving is rare

    static std::size_t first(Places places) { return static_cast<std::size_t>(std::countr_zero(places)); }
    static Places bit(std::size_t place) { return Places{1} << place; }

    std::int64_t size() const { return size_; }
    Places all() const { return all_; }
    Places hits() const { return hits_; }  // requests for the row that is open in their bank
    Places bank_open() const { return bank_open_; }  // requests to banks in which a row is open
    Places of_bank(std::size_t bank) const { return of_bank_[bank]; }
    Places of_rank(std::size_t rank) const { return of_rank_[rank]; }
    QueuedRequest& operator[](std::size_t place) { return requests_[place]; }
    const QueuedRequest& operator[](std::size_t place) const { return requests_[place]; }

    // Field by field, in place: a copy of what was just written would wait for those writes.
    const QueuedRequest& push(std::int64_t address, std::int64_t row, std::uint64_t tag, Tick arrival, std::uint64_t age,
                              std::size_t bank, const DramState& state) {
        if (end_ == kPlaces) move_down(state);
        QueuedRequest& request = requests_[end_];
        request.address = address;
        request.row = row;
        request.tag = tag;
        request.arrival = arrival;
        request.age = age;
        request.bank = static_cast<std::uint8_t>(bank);
        request.counted = false;
        insert(end_++, bank, row, state);
        ++size_;
        return request;
    }

    void remove(std::size_t place, const DramState& state) {
        const Places keep = ~bit(place);
        const std::size_t bank = requests_[place].bank;
        all_ &= keep;
        hits_ &= keep;
        bank_open_ &= keep;
        of_bank_[bank] &= keep;
        of_rank_[state.rank_of(bank)] &= keep;
        --size_;
    }

    void bank_opened(std::size_t bank, std::int64_t row) {
        bank_open_ |= of_bank_[bank];
        for (Places rest = of_bank_[bank]; rest != 0; rest &= rest - 1)
            if (requests_[first(rest)].row == row) hits_ |= rest & -rest;
    }
    void bank_closed(std::size_t bank) {
        hits_ &= ~of_bank_[bank];
        bank_open_ &= ~of_bank_[bank];
    }

    bool contains(std::size_t bank, std::int64_t address) const {
        for (Places rest = of_bank_[bank]; rest != 0; rest &= rest - 1)
            if (requests_[first(rest)].address == address) return true;
        return false;
    }

private:
    void insert(std::size_t place, std::size_t bank, std::int64_t row, const DramState& state) {
        const Places here = bit(place);
        all_ |= here;
        of_bank_[bank] |= here;
        of_rank_[state.rank_of(bank)] |= here;
        if (!state.is_open(bank)) return;
        bank_open_ |= here;
        if (state.row(bank) == row) hits_ |= here;
    }

    void move_down(const DramState& state) {
        const Places left = all_;
        for (Places rest = left; rest != 0; rest &= rest - 1) {
            const std::size_t bank = requests_[first(rest)].bank;
            of_bank_[bank] = of_rank_[state.rank_of(bank)] = 0;
        }
        all_ = hits_ = bank_open_ = 0;
        end_ = 0;
        for (Places rest = left; rest != 0; rest &= rest - 1) {
            const QueuedRequest& request = requests_[end_] = requests_[first(rest)];
            insert(end_++, request.bank, request.row, state);
        }
    }

    std::array<QueuedRequest, kPlaces> requests_{};
    std::array<Places, 64> of_bank_{};
    std::array<Places, 64> of_rank_{};
    Places all_ = 0;
    Places hits_ = 0;
    Places bank_open_ = 0;
    std::size_t end_ = 0;
    std::int64_t size_ = 0;
};

}  // namespace npusim
