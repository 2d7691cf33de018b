// The tensors with room in the CMEM. A tensor has room as a whole or not at all; addresses in the CMEM are not
// modelled, so there is no fragmentation.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "../memory.hpp"
#include "policy.hpp"
#include "tensor.hpp"

namespace npusim {

struct TableCounts {
    std::int64_t placed = 0;   // tensors that got room
    std::int64_t removed = 0;  // tensors that lost it
    std::int64_t refused = 0;  // tries that found no room
};

struct TableEffect final : LaunchEffect {
    std::vector<Tensor> tensors;  // of the launch, as it left them, by address
    std::int64_t room = 0;        // of those that got some
};

class TensorTable {
public:
    // `spill` is called with every block that a tensor leaves written behind when it loses its room.
    TensorTable(const EngineConfig& config, std::function<void(Address)> spill);

    // The tensors of the launch that begins. Those that overlap in one launch are one tensor.
    void begin_launch(const std::vector<TensorSpan>& spans);

    // The tensor of this launch that a block belongs to; nullptr when there is none.
    Tensor* find(Address block);

    // A block is about to be read from memory: the policy may choose the tensor now.
    void before_read(Tensor& tensor);
    // Whether it would.
    bool wants_room_before_read(const Tensor& tensor) const;

    void add_uses(std::vector<TensorUse>& uses) const;
    const TableCounts& counts() const { return counts_; }

    // As those of Memory.
    bool describe(const std::vector<TensorSpan>& spans, std::vector<std::int64_t>& words) const;
    std::shared_ptr<const LaunchEffect> effect() const;
    bool repeat(const std::vector<TensorSpan>& spans, const LaunchEffect& effect);

private:
    static std::vector<TensorSpan> merged(const std::vector<TensorSpan>& spans, std::vector<std::size_t>& arguments);
    void append(const Tensor& tensor, std::vector<std::int64_t>& words) const;
    Tensor& meet(const TensorSpan& span, std::size_t argument);
    void forget(std::int64_t allocation);
    ResidencyReason wanted_reason(const Tensor& tensor, bool by_name) const;
    void apply_policy(Tensor& tensor, bool by_name);
    void try_to_place(Tensor& tensor, ResidencyReason reason);
    bool make_room(const Tensor& wanted);
    bool gives_way(const Tensor& resident, const Tensor& wanted) const;
    bool is_idle(const Tensor& tensor) const;
    void take_away(Tensor& tensor, bool write_back);
    void sort_by_worth(std::vector<Tensor*>& victims) const;

    std::int64_t request_bytes_;
    std::int64_t capacity_;
    std::int64_t used_ = 0;
    std::unique_ptr<ResidencyPolicy> policy_;
    std::function<void(Address)> spill_;
    std::map<std::int64_t, Tensor> known_;  // by allocation
    std::vector<Tensor*> active_;           // of this launch, by address
    Tensor* last_ = nullptr;                // found last
    std::int64_t launch_ = 0;
    TableCounts counts_;
    std::int64_t freed_ = 0;        // of the removed ones
    std::int64_t placed_room_ = 0;  // of those that got room in this launch
};

}  // namespace npusim
