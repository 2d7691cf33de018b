#include "scoreboard.hpp"

namespace npusim {

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

void Scoreboard::collect_dependences(const Operation& op, Dependences& dependences) {
    const std::size_t self = index_of(op.unit);
    dependences.data.units = dependences.anti.units = dependences.output.units = 0;
    for (const std::uint32_t buffer : op.updates) {
        dependences.data.raise_to(current(buffer).written);
        dependences.anti.raise_to(current(buffer).read);
    }
    // The array's accumulators add row by row as rows arrive, so accumulating operations follow each other without a
    // gap.
    if (traits_of(op.unit).systolic) dependences.data.drop(self);
    for (const std::uint32_t buffer : op.reads) dependences.data.raise_to(current(buffer).written);
    for (const std::uint32_t buffer : op.overwrites) {
        dependences.output.raise_to(next(buffer).written);
        dependences.anti.raise_to(next(buffer).read);
    }
    // A pipeline takes its operations in order: a later one writes a copy after an earlier one of the same unit has
    // read or written it. Memory may answer the requests of a DMA unit in any order.
    if (!is_pipeline(op.unit)) return;
    dependences.output.drop(self);
    dependences.anti.drop(self);
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

void Scoreboard::claim(const Operation& op, std::uint64_t sequence, Dependences& dependences) {
    collect_dependences(op, dependences);
    mark_uses(op, sequence);
}

}  // namespace npusim
