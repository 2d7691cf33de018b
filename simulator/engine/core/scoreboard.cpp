#include "scoreboard.hpp"

namespace npusim {
namespace {

// A compute unit is a pipeline that takes its operations in order: a later one writes a copy after an earlier one of
// the same unit has read or written it. Memory may answer the requests of a DMA engine in any order.
bool is_pipeline(Unit unit) { return unit == Unit::array || unit == Unit::vector || unit == Unit::cross_lane; }

}  // namespace

void Scoreboard::reset(const Program& program) {
    buffers_.clear();
    std::uint32_t copies = 0;
    for (const npusim::Buffer& buffer : program.buffers()) {
        buffers_.push_back({copies, static_cast<std::uint32_t>(buffer.slots), 0});
        copies += static_cast<std::uint32_t>(buffer.slots);
    }
    copies_.assign(copies, Copy{});
}

Scoreboard::Copy& Scoreboard::next(std::uint32_t buffer) {
    const Buffer& state = buffers_[buffer];
    return copies_[state.first_copy + (state.current + 1 == state.slots ? 0 : state.current + 1)];
}

void Scoreboard::collect_needs(const Operation& op, Needs& needs) {
    const std::size_t self = index_of(op.unit);
    needs.data.units = needs.readers.units = needs.writers.units = 0;
    for (const std::uint32_t buffer : op.updates) {
        needs.data.raise_to(current(buffer).written);
        needs.readers.raise_to(current(buffer).read);
    }
    // The array's accumulators add row by row as rows arrive, so accumulating operations follow each other without a
    // gap.
    if (op.unit == Unit::array) needs.data.drop(self);
    for (const std::uint32_t buffer : op.reads) needs.data.raise_to(current(buffer).written);
    for (const std::uint32_t buffer : op.overwrites) {
        needs.writers.raise_to(next(buffer).written);
        needs.readers.raise_to(next(buffer).read);
    }
    if (!is_pipeline(op.unit)) return;
    needs.writers.drop(self);
    needs.readers.drop(self);
}

void Scoreboard::mark_uses(const Operation& op, std::uint64_t sequence) {
    const std::size_t self = index_of(op.unit);
    for (const std::uint32_t buffer : op.updates) current(buffer).written.set(self, sequence);
    for (const std::uint32_t buffer : op.reads) current(buffer).read.set(self, sequence);
    for (const std::uint32_t buffer : op.overwrites) {
        Buffer& state = buffers_[buffer];
        state.current = state.current + 1 == state.slots ? 0 : state.current + 1;
        Copy& copy = current(buffer);
        copy.written.units = copy.read.units = 0;
        copy.written.set(self, sequence);
    }
}

void Scoreboard::claim(const Operation& op, std::uint64_t sequence, Needs& needs) {
    collect_needs(op, needs);
    mark_uses(op, sequence);
}

}  // namespace npusim
