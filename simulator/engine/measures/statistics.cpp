#include "statistics.hpp"

namespace npusim {

void Timeline::keep(const Event& event) {
    if (events_.size() == capacity_) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < events_.size(); i += 2) events_[kept++] = events_[i];
        events_.resize(kept);
        stride_ *= 2;
        // The event at hand is number capacity * old stride: a multiple of the new stride only when the capacity is
        // even.
        if (((seen_ - 1) & (stride_ - 1)) != 0) return;
    }
    if (events_.size() < capacity_) events_.push_back(event);
}

}  // namespace npusim
