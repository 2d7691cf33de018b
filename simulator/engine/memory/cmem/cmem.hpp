// An on-chip memory for selected tensors, in front of the memory of all other tensors (a cache, or DRAM).
// A tensor that gets room is loaded block by block: the first read of a block goes to the memory behind, writes stay
// in the CMEM. A tensor that loses its room is written back. Both compete with the kernel's accesses.
#pragma once

#include <memory>
#include <vector>

#include "../banks.hpp"
#include "../channels.hpp"
#include "../posted_writes.hpp"
#include "tensor_table.hpp"

namespace npusim {

class Cmem final : public Memory {
public:
    Cmem(const EngineConfig& config, std::unique_ptr<Memory> below);

    Ticket submit(const Request& request, Time now) override;
    bool may_take(const Request& request, Time now) override;
    Time next_event() const override { return below_->next_event(); }
    void advance(Time now, std::vector<Completion>& delivered) override;
    std::size_t channel_of(Address address) const override;
    void restart() override;
    void place_tensors(const std::vector<TensorSpan>& tensors) override;
    void add_tensor_uses(std::vector<TensorUse>& uses) const override { table_.add_uses(uses); }
    void finish(Time now) override;
    bool describe(const std::vector<TensorSpan>& tensors, std::vector<std::int64_t>& words) const override;
    std::shared_ptr<const LaunchEffect> effect() const override;
    bool repeat(const std::vector<TensorSpan>& tensors, const LaunchEffect& effect) override;
    void add_counters(CounterSheet& sheet) const override;

private:
    struct Bank {
        Bus port;
        std::int64_t reads = 0;
        std::int64_t writes = 0;
        std::int64_t fills = 0;
        std::int64_t write_backs = 0;
    };

    static bool is_here(const Tensor& tensor, std::size_t block, bool write) {
        return tensor.is_resident() && (write || tensor.present.has(block));
    }
    std::size_t block_of(const Tensor& tensor, Address address) const {
        return static_cast<std::size_t>((address - tensor.first_block) / request_bytes_);
    }
    Ticket serve(Tensor& tensor, std::size_t block, const Request& request, Time now);
    Ticket pass_on(Tensor& tensor, std::size_t block, const Request& request, Time now);
    void spill(Address block);
    void send_spills(Time now) { unanswered_ += spills_.send(*below_, now); }
    std::size_t bank_of(Address address) const { return map_.of(static_cast<std::uint64_t>(address) >> block_shift_); }

    std::unique_ptr<Memory> below_;
    Banks map_;
    int block_shift_;
    std::vector<Bank> banks_;
    RequestTime transfer_;  // of one bank
    Time latency_;
    std::int64_t request_bytes_;
    std::size_t ports_below_;
    mutable TensorTable table_;  // finding a tensor remembers it
    PostedWrites spills_;
    std::size_t unanswered_ = 0;
};

}  // namespace npusim
