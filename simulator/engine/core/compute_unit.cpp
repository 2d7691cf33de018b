#include "compute_unit.hpp"

namespace npusim {

FoldShare share_folds(std::int64_t folds, std::int64_t streamed_rows, std::int64_t arrays) {
    const std::int64_t left = folds % arrays;
    if (left == 0) return {folds / arrays, 0};
    const std::int64_t arrays_per_fold = arrays / left;
    return {folds / arrays, (streamed_rows + arrays_per_fold - 1) / arrays_per_fold};
}

void ComputeUnit::begin_launch(Time now, const Path& path) {
    reset(now, path);
    path_to_busy_end_ = path;
    in_flight_.clear();
    released_ = 0;
    next_step_ = kNever;
    busy_until_ = now;
}

bool ComputeUnit::retire(Time now, UnitProgress& progress, const LaunchCounters& counters) {
    if (!is_due(now)) return false;
    const std::size_t self = index_of(unit_);
    for (; released_ < in_flight_.size() && in_flight_[released_].released <= now; ++released_) {
        ++progress.released[self];
        progress.path_to_release[self] = in_flight_[released_].path;
    }
    for (; !in_flight_.empty() && in_flight_.front().end <= now; in_flight_.pop()) {
        const InFlight& done = in_flight_.front();
        book_end(done.number, done.start, done.end, counters);
        ++progress.finished[self];
        progress.path_to_finish[self] = done.path;
        progress.path_to_finish[self].spend(traits_of(unit_).systolic ? Cause::array_drain : cause_of(unit_), done.end);
        --released_;  // what is done has read its inputs before
    }
    find_next_step();
    return true;
}

void ComputeUnit::find_next_step() {
    next_step_ = in_flight_.empty() ? kNever : in_flight_.front().end;
    if (released_ < in_flight_.size()) next_step_ = std::min(next_step_, in_flight_[released_].released);
}

bool ComputeUnit::start_ready(Time now, const UnitProgress& progress, const LaunchCounters& counters) {
    bool any = false;
    while (look(now, progress) == Head::ready) {
        start(queue_.front(), now, progress, counters);
        queue_.pop();
        any = true;
    }
    return any;
}

void ComputeUnit::start(const QueuedOperation& head, Time now, const UnitProgress& progress,
                        const LaunchCounters& counters) {
    const std::int64_t cycle = clock_.cycle_at_or_after(now);
    const Time start = clock_.edge(cycle);
    OperationPath path = book_start(head, std::max(free_at_, busy_until_), start, progress, counters);
    const bool systolic = traits_of(unit_).systolic;
    const Time end =
        systolic ? start_array(head, start, cycle, path, counters) : start_pipeline(head, start, cycle, path, counters);
    const Time in_order = in_flight_.empty() ? end : std::max(end, in_flight_.back().end);
    in_flight_.push({head.number, start, busy_until_, in_order, path});
    find_next_step();
}

Time ComputeUnit::start_pipeline(const QueuedOperation& head, Time start, std::int64_t cycle, OperationPath& path,
                                 const LaunchCounters& counters) {
    free_at_ = busy_until_ = clock_.edge(cycle + head.op->occupancy_cycles);
    path.work(cause_of(unit_), free_at_);
    path_to_free_ = path;
    book_busy(head.number, busy_until_ - start, counters);
    return clock_.edge(cycle + head.op->occupancy_cycles + head.op->latency_cycles);
}

// Weight stationary with a second set of weights: while a fold streams, the next one's weights are loaded, in the next
// operation as well. `start` is when this operation's weights begin to move; the arrays may still be streaming the
// operation before it. Without waits and stalls an operation on one array takes weight_load_rows +
// folds * streamed_rows + drain_cycles. A stall stands at the beginning of a fold, when the arrays change to the
// weights that have been loaded; the weights after those are loaded meanwhile.
Time ComputeUnit::start_array(const QueuedOperation& head, Time start, std::int64_t cycle, OperationPath& path,
                              const LaunchCounters& counters) {
    const Operation& op = *head.op;
    const FoldShare share = share_folds(op.folds, op.streamed_rows, arrays_);
    const std::int64_t period = std::max(fold_stall_ + op.streamed_rows, op.weight_load_rows);
    const bool partial = share.last_rows > 0;
    const std::int64_t rounds_before_last = partial ? share.full_rounds : share.full_rounds - 1;
    const std::int64_t last_rows = partial ? share.last_rows : op.streamed_rows;
    const std::int64_t last_cycles = fold_stall_ + last_rows;

    const Time previous_end = std::max(busy_until_, start);
    const std::int64_t first_fold = std::max(cycle + op.weight_load_rows, clock_.cycle_at_or_after(busy_until_));
    const std::int64_t last_fold = first_fold + rounds_before_last * period;
    path.work(Cause::array_weights, clock_.edge(cycle + op.weight_load_rows));
    if (path_to_busy_end_.end > path.end) path = {path_to_busy_end_, 0};
    path.operation = head.number;
    path.work(Cause::array, clock_.edge(first_fold + rounds_before_last * op.streamed_rows));
    path.work(Cause::array_weights, clock_.edge(last_fold));  // loads that nothing hid, and stalls
    path_to_free_ = path;
    free_at_ = clock_.edge(last_fold);  // the second set of weights is free once the last fold uses the first
    busy_until_ = clock_.edge(last_fold + last_cycles);
    path.work(Cause::array_weights, clock_.edge(last_fold + fold_stall_));
    path.work(Cause::array, busy_until_);
    path_to_busy_end_ = path;

    const std::int64_t streaming_cycles = rounds_before_last * op.streamed_rows + last_rows;
    const Time streaming =
        clock_.edge(last_fold + last_cycles) - clock_.edge(last_fold + last_cycles - streaming_cycles);
    counters.core->array.folds += op.folds;
    counters.core->array.streamed_rows += op.folds * op.streamed_rows;
    counters.core->array.weight_exposed_ps += std::max<Time>(0, busy_until_ - previous_end - streaming);
    book_busy(head.number, busy_until_ - previous_end, counters);
    return clock_.edge(last_fold + last_cycles + op.drain_cycles);
}

}  // namespace npusim
