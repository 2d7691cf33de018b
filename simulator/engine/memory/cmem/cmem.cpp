#include "cmem.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace npusim {
namespace {

// The banks as channels of a memory.
MemoryConfig as_memory(const CmemConfig& cmem) {
    MemoryConfig memory;
    memory.channels = cmem.banks;
    memory.bandwidth_bytes_per_s = cmem.bandwidth_bytes_per_s;
    return memory;
}

}  // namespace

Cmem::Cmem(const EngineConfig& config, std::unique_ptr<Memory> below)
    : below_(std::move(below)),
      map_(config.cmem.banks),
      block_shift_(std::countr_zero(static_cast<std::uint64_t>(config.cmem.interleave_bytes))),
      banks_(static_cast<std::size_t>(config.cmem.banks)),
      transfer_(Bus::transfer_time(as_memory(config.cmem), config.request_bytes)),
      latency_(config.cmem.latency_ps),
      request_bytes_(config.request_bytes),
      ports_below_(static_cast<std::size_t>(config.memory_ports() - config.cmem.banks)),
      table_(config, [this](Address block) { spill(block); }) {}

Ticket Cmem::submit(const Request& request, Time now) {
    Tensor* const tensor = table_.find(request.address);
    if (tensor == nullptr) return below_->submit(request, now);
    if (!request.write) {
        table_.before_read(*tensor);
        if (spills_.waiting() > 0) send_spills(now);
    }
    const std::size_t block = block_of(*tensor, request.address);
    return is_here(*tensor, block, request.write) ? serve(*tensor, block, request, now)
                                                  : pass_on(*tensor, block, request, now);
}

// A read that makes the policy look for room is not refused before it has.
bool Cmem::may_take(const Request& request, Time now) {
    const Tensor* const tensor = table_.find(request.address);
    if (tensor == nullptr) return below_->may_take(request, now);
    return is_here(*tensor, block_of(*tensor, request.address), request.write) ||
           (!request.write && table_.wants_room_before_read(*tensor)) || below_->may_take(request, now);
}

Ticket Cmem::serve(Tensor& tensor, std::size_t block, const Request& request, Time now) {
    Bank& bank = banks_[bank_of(request.address)];
    if (request.write) {
        tensor.present.add(block);
        tensor.dirty.add(block);
        tensor.cmem_write_bytes += request_bytes_;
        ++bank.writes;
    } else {
        tensor.read_bytes += request_bytes_;
        tensor.cmem_read_bytes += request_bytes_;
        ++bank.reads;
    }
    return {true, transfer_.pass(bank.port, now) + latency_};
}

// A block that is not here yet is here from now on: others that ask for it do not wait for the answer.
Ticket Cmem::pass_on(Tensor& tensor, std::size_t block, const Request& request, Time now) {
    const Ticket ticket = below_->submit(request, now);
    if (!ticket.accepted) return ticket;
    if (request.write) {
        tensor.memory_write_bytes += request_bytes_;
        return ticket;
    }
    tensor.read_bytes += request_bytes_;
    tensor.memory_read_bytes += request_bytes_;
    if (tensor.is_resident()) {
        tensor.present.add(block);
        ++banks_[bank_of(request.address)].fills;
    }
    return ticket;
}

void Cmem::spill(Address block) {
    ++banks_[bank_of(block)].write_backs;
    spills_.push(block);
}

void Cmem::advance(Time now, std::vector<Completion>& delivered) {
    const auto first = static_cast<std::ptrdiff_t>(delivered.size());
    below_->advance(now, delivered);
    if (unanswered_ > 0) {
        const auto posted = [](const Completion& done) { return done.tag == PostedWrites::kTag; };
        const auto end = std::remove_if(delivered.begin() + first, delivered.end(), posted);
        unanswered_ -= static_cast<std::size_t>(delivered.end() - end);
        delivered.erase(end, delivered.end());
    }
    if (spills_.waiting() > 0) send_spills(now);
}

// The banks lie behind the ports of the memory below. Where a request goes is decided before it is submitted, by what
// is here then.
std::size_t Cmem::channel_of(Address address) const {
    const Tensor* const tensor = table_.find(address);
    const bool here = tensor != nullptr && tensor->is_resident();
    return here ? ports_below_ + bank_of(address) : below_->channel_of(address);
}

void Cmem::restart() {
    below_->restart();
    for (Bank& bank : banks_) bank = Bank{};
    unanswered_ = 0;
}

void Cmem::place_tensors(const std::vector<TensorSpan>& tensors) {
    table_.begin_launch(tensors);
    send_spills(0);
}

// Blocks that are still to be written are written in the time before the next launch.
void Cmem::finish(Time now) {
    std::vector<Completion> answers;
    for (; (unanswered_ > 0 || spills_.waiting() > 0) && now != kNever; now = next_event()) advance(now, answers);
    below_->finish(now);
}

// What an interrupted launch has left to be written is still written when the next one runs.
bool Cmem::describe(const std::vector<TensorSpan>& tensors, std::vector<std::int64_t>& words) const {
    return spills_.waiting() == 0 && below_->describe(tensors, words) && table_.describe(tensors, words);
}

// The memory behind keeps nothing: describe() says so.
std::shared_ptr<const LaunchEffect> Cmem::effect() const { return table_.effect(); }

bool Cmem::repeat(const std::vector<TensorSpan>& tensors, const LaunchEffect& effect) {
    return table_.repeat(tensors, effect);
}

void Cmem::add_counters(CounterSheet& sheet) const {
    for (std::size_t i = 0; i < banks_.size(); ++i) {
        const Bank& bank = banks_[i];
        const auto add = [&](const char* name, std::int64_t value) { sheet.add("cmem", i, name, value); };
        add("core_read_bytes", bank.reads * request_bytes_);
        add("core_write_bytes", bank.writes * request_bytes_);
        add("fill_bytes", bank.fills * request_bytes_);
        add("write_back_bytes", bank.write_backs * request_bytes_);
        add("read_bytes", (bank.reads + bank.write_backs) * request_bytes_);
        add("write_bytes", (bank.writes + bank.fills) * request_bytes_);
        add("busy_ps", transfer_.of(bank.reads + bank.writes));
    }
    sheet.add("resident_tensors", 0, "placed", table_.counts().placed);
    sheet.add("resident_tensors", 0, "removed", table_.counts().removed);
    sheet.add("resident_tensors", 0, "refused", table_.counts().refused);
    below_->add_counters(sheet);
}

}  // namespace npusim
