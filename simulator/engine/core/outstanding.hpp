// The requests that a DMA engine has in memory: how many there may be, and when the next place becomes free.
#pragma once

#include <cstddef>

#include "../model/ring.hpp"
#include "../model/time.hpp"

namespace npusim {

class OutstandingRequests {
public:
    explicit OutstandingRequests(std::int64_t capacity) : capacity_(static_cast<std::size_t>(capacity)) {}

    bool full() const { return done_.size() + undated_ >= capacity_; }
    bool has_dated() const { return !done_.empty(); }

    // Frees the place of the dated request that is done first and returns when that is. Places are freed only when they are needed, so
    // the time may lie in the past.
    Time release_first() {
        const Time first = done_.front();
        done_.pop();
        return first;
    }

    // A request whose end is known. Ends come nearly in order, so the insertion rarely moves more than a few.
    void add(Time done) {
        done_.push(done);
        std::size_t place = done_.size() - 1;
        for (; place > 0 && done_[place - 1] > done; --place) done_[place] = done_[place - 1];
        done_[place] = done;
    }

    // Requests whose end memory will tell later.
    void add_undated() { ++undated_; }
    void release_undated() { --undated_; }

    void clear() {
        done_.clear();
        undated_ = 0;
    }

private:
    std::size_t capacity_;
    Ring<Time> done_;  // sorted
    std::size_t undated_ = 0;
};

}  // namespace npusim
