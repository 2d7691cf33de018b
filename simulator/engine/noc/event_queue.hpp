// Events in order of time, and those of one time in the order in which they were made. Times are close together, so
// events wait in buckets of time, which are sorted when they are reached: no event is compared with more than a few.
// Those beyond the buckets wait in coarser ones, and each moves once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "../model/time.hpp"

namespace npusim {

template <class Content>
class EventQueue {
public:
    struct Event {
        Time time;
        Content content;
    };

    // Of the first event; kNever without one.
    Time next_time() const { return near_ > 0 ? bucket(first_)[next_].time : kNever; }

    Event pop() {
        const Event event = bucket(first_)[next_++];
        --near_;
        if (next_ < bucket(first_).size()) return event;
        bucket(first_).clear();
        next_ = 0;
        occupied_[place(first_) / 64] &= ~bit(first_);
        floor_ = first_;
        find_first();
        return event;
    }

    // Times that lie before an event that was popped are possible, and come first.
    void push(Time time, Content content) {
        if (near_ == 0) floor_ = first_ = number_of(time);
        const std::int64_t number = std::max(number_of(time), floor_);
        if (number >> kFarBits >= reach())
            far_[number >> kFarBits].push_back({time, content});
        else
            insert(number, {time, content});
    }

    void clear() {
        for (Bucket& events : buckets_) events.clear();
        occupied_.fill(0);
        far_.clear();
        near_ = next_ = 0;
        floor_ = first_ = 0;
    }

private:
    using Bucket = std::vector<Event>;
    static constexpr int kWidthBits = 9;  // 512 ps
    static constexpr std::int64_t kBuckets = 256;
    static constexpr int kFarBits = 7;  // half of the buckets

    // The first numbers (>> kFarBits) that the buckets do not hold: the half with the floor and the next one are in
    // them.
    std::int64_t reach() const { return (floor_ >> kFarBits) + 2; }

    static std::int64_t number_of(Time time) { return time >> kWidthBits; }
    static std::size_t place(std::int64_t number) { return static_cast<std::size_t>(number & (kBuckets - 1)); }
    static std::uint64_t bit(std::int64_t number) { return std::uint64_t{1} << (number & 63); }
    Bucket& bucket(std::int64_t number) { return buckets_[place(number)]; }
    const Bucket& bucket(std::int64_t number) const { return buckets_[place(number)]; }

    void insert(std::int64_t number, const Event& event) {
        Bucket& events = bucket(number);
        events.push_back(event);
        ++near_;
        if (number < first_) {
            forget_popped();
            first_ = number;
        } else if (number == first_) {
            sift(events, events.size() - 1, next_);
        }
        occupied_[place(number) / 64] |= bit(number);
    }

    // The bucket is not the first one any more.
    void forget_popped() {
        Bucket& events = bucket(first_);
        events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(next_));
        next_ = 0;
    }

    // Moves an event before those that come after it.
    static void sift(Bucket& events, std::size_t from, std::size_t first) {
        const Event event = events[from];
        for (; from > first && events[from - 1].time > event.time; --from) events[from] = events[from - 1];
        events[from] = event;
    }

    // The first bucket that has events, from floor_ on; it is sorted then.
    void find_first() {
        if (near_ == 0 && !far_.empty()) floor_ = far_.begin()->first << kFarBits;
        fetch_far();
        if (near_ == 0) return;
        first_ = floor_ + distance_to_occupied();
        Bucket& events = bucket(first_);
        for (std::size_t i = 1; i < events.size(); ++i) sift(events, i, 0);
    }

    std::int64_t distance_to_occupied() const {
        const std::size_t from = place(floor_);
        std::size_t word = from / 64;
        std::uint64_t bits = occupied_[word] & ~std::uint64_t{0} << from % 64;
        while (bits == 0) {
            word = (word + 1) % occupied_.size();
            bits = occupied_[word];
        }
        const auto found = static_cast<std::int64_t>(word * 64) + std::countr_zero(bits);
        return (found - static_cast<std::int64_t>(from)) & (kBuckets - 1);
    }

    // Moves the events that the buckets reach now, in the order in which they were made.
    void fetch_far() {
        for (; !far_.empty() && far_.begin()->first < reach(); far_.erase(far_.begin())) {
            for (const Event& event : far_.begin()->second) {
                const std::int64_t number = number_of(event.time);
                bucket(number).push_back(event);
                occupied_[place(number) / 64] |= bit(number);
                ++near_;
            }
        }
    }

    std::array<Bucket, kBuckets> buckets_;
    std::array<std::uint64_t, kBuckets / 64> occupied_{};
    std::int64_t first_ = 0;              // number of the first bucket with events
    std::size_t next_ = 0;                // its first event that was not popped
    std::int64_t floor_ = 0;              // no bucket before it has events
    std::size_t near_ = 0;                // events in buckets
    std::map<std::int64_t, Bucket> far_;  // beyond the buckets, by number >> kFarBits
};

}  // namespace npusim
