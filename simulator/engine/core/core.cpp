#include "core.hpp"

#include <utility>

namespace npusim {
namespace {

// One unit for each of a list.
template <class Made, std::size_t kCount, class Make>
std::array<Made, kCount> make_units(const std::array<Unit, kCount>& units, Make make) {
    return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        return std::array<Made, kCount>{make(units[kIndex])...};
    }(std::make_index_sequence<kCount>{});
}

}  // namespace

Core::Core(const EngineConfig& config, std::int64_t number, Memory& memory)
    : request_bytes_(config.request_bytes),
      row_piece_bytes_(config.dma_row_piece_bytes),
      port_(std::make_unique<CorePort>(config)),
      dma_units_(make_units<DmaUnit>(kDmaUnits,
                                     [&](Unit unit) {
                                         return DmaUnit(unit, config, memory, *port_,
                                                        static_cast<std::uint64_t>(number) * kUnits + index_of(unit));
                                     })),
      compute_units_(make_units<ComputeUnit>(kPipelineUnits, [&](Unit unit) { return ComputeUnit(unit, config); })) {
    next_.fill(kNever);
}

template <class Use>
decltype(auto) Core::with_unit(Unit unit, Use use) {
    return is_dma(unit) ? use(dma_units_[place_of(unit)]) : use(compute_units_[place_of(unit)]);
}

UnitQueue& Core::queue_of(Unit unit) {
    return with_unit(unit, [](auto& u) -> UnitQueue& { return u; });
}

DmaUnit& Core::dma(Unit unit) { return dma_units_[place_of(unit)]; }

void Core::begin_launch(const Program& program, const LaunchCounters& counters, Time now, const Path& path) {
    program_ = &program;
    counters_ = counters;
    scoreboard_.reset(program);
    enqueued_.fill(0);
    progress_ = UnitProgress{};
    path_of_front_end_ = path;
    for (auto& extents : extents_) extents.clear();
    pending_.clear();
    pending_indices_.clear();
    pending_index_bytes_ = 0;
    waits_for_.fill(0);
    awaited_ = touched_ = 0;
    draining_ = false;
    port_->restart();
    for (DmaUnit& unit : dma_units_) unit.begin_launch(now, path);
    for (ComputeUnit& unit : compute_units_) unit.begin_launch(now, path);
    next_.fill(kNever);
    changed_ = false;
    soonest_ = Soonest{};
}

void Core::accept(const Record& record, Time now) {
    if (!pending_.empty() || !try_enqueue(record, now)) make_wait(record);
    find_soonest();
}

void Core::set_draining(bool draining) {
    draining_ = draining;
    for (const Unit unit : kPipelineUnits) refresh(unit);
    find_soonest();
}

bool Core::try_enqueue(const Record& record, Time now) {
    const auto number = static_cast<std::uint32_t>(record.operation);
    const Operation& op = program_->operations()[number];
    const std::size_t unit = index_of(op.unit);
    UnitQueue& queue = queue_of(op.unit);
    if (queue.full()) return false;
    QueuedOperation& queued = queue.enqueue(now, path_of_front_end_);
    queued.op = &op;
    queued.number = number;
    scoreboard_.claim(op, ++enqueued_[unit], queued.dependences);
    if (op.access != Access::none) {
        read_transfer(record, op, request_bytes_, row_piece_bytes_, enqueued_[unit], queued.transfer);
        wait_for_memory_hazards(op, queued.transfer.extent, queued.dependences);
    }
    if (queue.waiting() == 1) start_ready(op.unit, now);
    return true;
}

// Memory may reorder requests, so a read waits for earlier writes of other units to the same bytes, and a write for
// reads and writes.
void Core::wait_for_memory_hazards(const Operation& op, const Extent& extent, Dependences& dependences) {
    if (extent.high == 0) return;
    for (const Unit other : kDmaUnits)
        if (other != op.unit && (traits_of(other).writes_memory || writes_memory(op.access)))
            wait_for_extents_of(other, extent, dependences);
    extents_[index_of(op.unit)].push({enqueued_[index_of(op.unit)], extent});
}

void Core::wait_for_extents_of(Unit other, const Extent& extent, Dependences& dependences) {
    const Ring<PendingExtent>& extents = extents_[index_of(other)];
    for (std::size_t i = extents.size(); i-- > 0;) {
        if (!extents[i].extent.may_overlap(extent)) continue;
        dependences.data.raise_to(index_of(other), extents[i].sequence);
        return;
    }
}

void Core::drop_finished_extents(Unit unit) {
    Ring<PendingExtent>& extents = extents_[index_of(unit)];
    while (!extents.empty() && extents.front().sequence <= progress_.finished[index_of(unit)]) extents.pop();
}

// Retires what pipelines have done that nobody waited for. A unit of a later number does at `now` what it does after
// the one that looks.
void Core::retire_unawaited(Unit looker, Time now) {
    for (const Unit unit : kPipelineUnits) {
        ComputeUnit& compute = compute_units_[place_of(unit)];
        const Time until = unit <= looker ? now : now - 1;
        if (compute.is_due(until) && (awaited_ >> index_of(unit) & 1) == 0) compute.retire(until, progress_, counters_);
    }
}

bool Core::start_ready(Unit unit, Time now) {
    const std::size_t place = index_of(unit);
    retire_unawaited(unit, now);
    return with_unit(unit, [&](auto& u) {
        const bool started = u.start_ready(now, progress_, counters_);
        waits_for_[place] = u.waits_for();
        await(waits_for_[place]);
        set_next(place, u.next_event(draining_ || (awaited_ >> place & 1) != 0));
        return started;
    });
}

// What these units do is an event from now on.
void Core::await(UnitSet units) {
    const UnitSet fresh = units & ~awaited_;
    awaited_ |= units;
    for_each_unit(fresh, [&](std::size_t u) { refresh(static_cast<Unit>(u)); });
}

bool Core::start_dependents_of(Unit unit, Time now) {
    bool started = false;
    for (std::size_t u = 0; u < kUnits; ++u)
        if (static_cast<Unit>(u) != unit && (waits_for_[u] >> index_of(unit) & 1) != 0)
            started |= start_ready(static_cast<Unit>(u), now);
    UnitSet awaited = 0;
    for (const UnitSet units : waits_for_) awaited |= units;
    awaited_ = awaited;
    refresh(unit);
    return started;
}

void Core::handle(Unit unit, Time now, Time horizon) {
    const bool advanced = advance(unit, now);
    if (is_dma(unit) && dma(unit).wants_to_issue(now) && !(advanced && is_preceded(unit, now))) {
        dma(unit).issue(now, advanced ? std::min(horizon, next_of_others(unit)) : horizon, counters_);
        refresh(unit);
    }
    find_soonest();
}

// Whether a unit of a lower number has something to do at `now`, which comes first.
bool Core::is_preceded(Unit unit, Time now) const {
    for (std::size_t u = 0; u < index_of(unit); ++u)
        if (next_[u] <= now) return true;
    return false;
}

Time Core::next_of_others(Unit unit) const {
    Time next = kNever;
    for (std::size_t u = 0; u < kUnits; ++u)
        if (static_cast<Unit>(u) != unit) next = std::min(next, next_[u]);
    return next;
}

// Retires and starts what can be retired and started at `now`; true when there was something.
bool Core::advance(Unit unit, Time now) {
    const bool retired = with_unit(unit, [&](auto& u) { return u.retire(now, progress_, counters_); });
    bool started = start_ready(unit, now);
    if (retired) {
        drop_finished_extents(unit);
        if ((awaited_ >> index_of(unit) & 1) != 0) started |= start_dependents_of(unit, now);
    }
    if (started) enqueue_pending(now);
    return retired || started;
}

void Core::make_wait(Record record) {
    if (const std::int64_t bytes = index_bytes(record); bytes > 0) {
        const auto* first = reinterpret_cast<const std::byte*>(record.index_pointer());
        const auto& copy = pending_indices_.emplace_back(first, first + bytes);
        pending_index_bytes_ += copy.size();
        record.point_to_indices(copy.data());
    }
    pending_.push(record);
}

// A record that found its queue full got room when the operation started that was started last.
void Core::enqueue_pending(Time now) {
    while (!pending_.empty()) {
        const auto number = static_cast<std::size_t>(pending_.front().operation);
        const UnitQueue& queue = queue_of(program_->operations()[number].unit);
        if (queue.full()) return;
        path_of_front_end_ = later(path_of_front_end_, queue.path_to_start());
        try_enqueue(pending_.front(), now);
        drop_pending();
    }
}

void Core::drop_pending() {
    if (index_bytes(pending_.front()) > 0) {
        pending_index_bytes_ -= pending_indices_.front().size();
        pending_indices_.pop_front();
    }
    pending_.pop();
}

// Bytes that the record's indices take in host memory; 0 where there are none, or none that could be read.
std::int64_t Core::index_bytes(const Record& record) const {
    if (!is_indexed(program_->operations()[static_cast<std::size_t>(record.operation)].access)) return 0;
    return has_readable_indices(record) ? record.index_count() * record.index_bytes() : 0;
}

Path Core::path_to_last() const {
    Path last = path_of_front_end_;
    for (const Path& path : progress_.path_to_finish) last = later(last, path);
    return last;
}

void Core::complete(Unit unit, std::span<const Completion> completions) {
    dma(unit).complete(completions);
    touched_ |= UnitSet{1} << index_of(unit);
}

void Core::after_memory(Time now) {
    for (const Unit unit : kDmaUnits) {
        const bool retried = dma(unit).retry(now);
        if (retried || (touched_ >> index_of(unit) & 1) != 0) refresh(unit);
    }
    touched_ = 0;
    find_soonest();
}

bool Core::idle() const {
    bool idle = pending_.empty();
    for (const DmaUnit& unit : dma_units_) idle = idle && unit.idle();
    for (const ComputeUnit& unit : compute_units_) idle = idle && unit.idle();
    return idle;
}

void Core::refresh(Unit unit) {
    const bool awaited = draining_ || (awaited_ >> index_of(unit) & 1) != 0;
    set_next(index_of(unit), with_unit(unit, [&](auto& u) { return u.next_event(awaited); }));
}

void Core::set_next(std::size_t unit, Time time) {
    changed_ |= next_[unit] != time;
    next_[unit] = time;
}

void Core::find_soonest() {
    if (!changed_) return;
    changed_ = false;
    Soonest soonest;
    for (std::size_t u = 0; u < kUnits; ++u) {
        if (next_[u] < soonest.time)
            soonest = {next_[u], static_cast<Unit>(u), soonest.time};
        else
            soonest.then = std::min(soonest.then, next_[u]);
    }
    soonest_ = soonest;
}

}  // namespace npusim
