#include "statistics.hpp"

namespace npusim {

void UnitStatistics::add(const UnitStatistics& other) {
    operations += other.operations;
    busy_ps += other.busy_ps;
    active_ps += other.active_ps;
    wait_data_ps += other.wait_data_ps;
    wait_slot_ps += other.wait_slot_ps;
    wait_unit_ps += other.wait_unit_ps;
    arithmetic_operations += other.arithmetic_operations;
}

void MemoryStatistics::add(const MemoryStatistics& other) {
    read_requests += other.read_requests;
    write_requests += other.write_requests;
    read_bytes += other.read_bytes;
    write_bytes += other.write_bytes;
    read_payload_bytes += other.read_payload_bytes;
    write_payload_bytes += other.write_payload_bytes;
}

void ArrayStatistics::add(const ArrayStatistics& other) {
    folds += other.folds;
    streamed_rows += other.streamed_rows;
    weight_exposed_ps += other.weight_exposed_ps;
}

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
