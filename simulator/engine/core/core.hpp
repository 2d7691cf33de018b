// One core: its units, its scratchpad's scoreboard, and the front end that hands operations to the units' queues in
// program order.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "../memory/memory.hpp"
#include "../model/config.hpp"
#include "compute_unit.hpp"
#include "dma_unit.hpp"
#include "port.hpp"
#include "record.hpp"
#include "scoreboard.hpp"

namespace npusim {

class Core {
public:
    Core(const EngineConfig& config, std::int64_t number, Memory& memory);

    // `path` is the critical path to `now`.
    void begin_launch(const Program& program, const LaunchCounters& counters, Time now, const Path& path);

    // Takes a record in program order: into its unit's queue, or to the end of the records that wait for room in a
    // queue. Indices that one of them points to are copied, as they are valid only until this returns.
    void accept(const Record& record, Time now);
    std::size_t pending() const { return pending_.size(); }
    std::size_t pending_index_bytes() const { return pending_index_bytes_; }

    // When something happens next, in which unit, and when something happens after that.
    struct Soonest {
        Time time = kNever;
        Unit unit = Unit::load;
        Time then = kNever;
    };
    const Soonest& soonest() const { return soonest_; }

    // All results are waited for from now on (or no longer): the end of every operation is an event.
    void set_draining(bool draining);

    // Handles what happens in a unit at `now`; nothing else happens before `horizon`.
    void handle(Unit unit, Time now, Time horizon);

    // Memory requests of one tag were done. To be followed by after_memory().
    void complete(Unit unit, std::span<const Completion> completions);

    // Memory has delivered completions, and may have room again.
    void after_memory(Time now);

    bool idle() const;

    // The critical path to what happened last.
    Path path_to_last() const;

    // The front end goes on from another path than its own: cores have waited for each other.
    void continue_from(const Path& path) { path_of_front_end_ = path; }

private:
    struct PendingExtent {
        std::uint64_t sequence;
        Extent extent;
    };

    template <class Use>
    decltype(auto) with_unit(Unit unit, Use use);
    UnitQueue& queue_of(Unit unit);
    DmaUnit& dma(Unit unit);
    bool try_enqueue(const Record& record, Time now);
    void wait_for_memory_hazards(const Operation& op, const Extent& extent, Dependences& dependences);
    void wait_for_extents_of(Unit other, const Extent& extent, Dependences& dependences);
    bool start_ready(Unit unit, Time now);
    bool start_dependents_of(Unit unit, Time now);
    void retire_unawaited(Unit looker, Time now);
    void await(UnitSet units);
    bool advance(Unit unit, Time now);
    void make_wait(Record record);
    void enqueue_pending(Time now);
    void drop_pending();
    std::int64_t index_bytes(const Record& record) const;
    void drop_finished_extents(Unit unit);
    void refresh(Unit unit);
    void set_next(std::size_t unit, Time time);
    bool is_preceded(Unit unit, Time now) const;
    Time next_of_others(Unit unit) const;
    void find_soonest();

    std::int64_t request_bytes_;
    std::int64_t row_piece_bytes_;
    std::unique_ptr<CorePort> port_;  // which the units refer to
    std::array<DmaUnit, kDmaUnits.size()> dma_units_;
    std::array<ComputeUnit, kPipelineUnits.size()> compute_units_;
    Scoreboard scoreboard_;
    UnitCounts enqueued_{};
    UnitProgress progress_;
    Path path_of_front_end_;
    std::array<Ring<PendingExtent>, kUnits> extents_;  // of transfers that are not finished, per unit
    Ring<Record> pending_;
    std::deque<std::vector<std::byte>> pending_indices_;  // of the pending records that have some, in their order
    std::size_t pending_index_bytes_ = 0;
    std::array<UnitSet, kUnits> waits_for_{};  // of the head of each unit
    UnitSet awaited_ = 0;                      // units that some head waits for
    UnitSet touched_ = 0;                      // units whose requests memory has answered
    bool draining_ = false;
    std::array<Time, kUnits> next_;
    bool changed_ = false;  // next_, since soonest_ was found
    Soonest soonest_;
    const Program* program_ = nullptr;
    LaunchCounters counters_;
};

}  // namespace npusim
