// The outstanding requests of a DMA engine: their limit, and when the next place becomes free.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "../model/time.hpp"

namespace npusim {

class OutstandingRequests {
public:
    explicit OutstandingRequests(std::int64_t capacity)
        : capacity_(static_cast<std::size_t>(capacity)), done_(kFirstPlaces) {}

    bool full() const { return dated() + undated_ >= capacity_; }
    bool has_dated() const { return head_ != tail_; }

    // Frees the place of the dated request that is done first and returns when that is. Places are freed only when they
    // are needed, so the time may lie in the past.
    Time release_first() { return done_[head_++]; }

    // A request whose end is known. Ends come nearly in order, so the insertion passes few.
    void add(Time done) {
        if (tail_ == done_.size()) make_room();
        Time* place = done_.data() + tail_++;
        const Time* const first = done_.data() + head_;
        for (; place != first && place[-1] > done; --place) place[0] = place[-1];
        *place = done;
    }

    // Requests whose end memory tells later, with date().
    void add_undated() { ++undated_; }
    void date(Time done) {
        --undated_;
        add(done);
    }

    void clear() { head_ = tail_ = undated_ = 0; }

private:
    static constexpr std::size_t kFirstPlaces = 256;

    std::size_t dated() const { return tail_ - head_; }

    // Moves the requests to the front of a vector of which they fill at most half, so that this is rare.
    void make_room() {
        const auto begin = done_.begin() + static_cast<std::ptrdiff_t>(head_);
        std::copy(begin, done_.end(), done_.begin());
        tail_ -= head_;
        head_ = 0;
        if (2 * tail_ > done_.size()) done_.resize(2 * done_.size());
    }

    std::size_t capacity_;
    std::vector<Time> done_;  // sorted from head_ to tail_
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
    std::size_t undated_ = 0;
};

}  // namespace npusim
