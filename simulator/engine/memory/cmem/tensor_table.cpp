#include "tensor_table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace npusim {
namespace {

// A tensor that has not been used for this many launches, or for twice its longest pause so far, need not be kept.
constexpr std::int64_t kPatienceLaunches = 1024;

Address end_of(const TensorSpan& span) { return span.address + span.bytes; }

}  // namespace

TensorTable::TensorTable(const EngineConfig& config, std::function<void(Address)> spill)
    : request_bytes_(config.request_bytes),
      capacity_(config.cmem.bytes),
      policy_(make_residency_policy(config.cmem)),
      spill_(std::move(spill)) {}

void TensorTable::begin_launch(const std::vector<TensorSpan>& spans) {
    ++launch_;
    active_.clear();
    last_ = nullptr;
    counts_ = TableCounts{};
    freed_ = placed_room_ = 0;
    std::vector<std::size_t> arguments;
    std::vector<std::pair<Tensor*, bool>> met;
    const std::vector<TensorSpan> tensors = merged(spans, arguments);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (tensors[i].wish == TensorWish::freed) {
            forget(tensors[i].allocation);
            continue;
        }
        Tensor& tensor = meet(tensors[i], arguments[i]);
        active_.push_back(&tensor);
        met.emplace_back(&tensor, tensors[i].wish == TensorWish::resident);
    }
    std::sort(met.begin(), met.end(),
              [](const auto& a, const auto& b) { return a.first->argument < b.first->argument; });
    for (const bool by_name : {true, false})
        for (const auto& [tensor, named] : met)
            if (named == by_name) apply_policy(*tensor, by_name);
}

// By address, those that share bytes as one; `arguments` gets their numbers. What is freed comes first: its bytes may
// be in use again.
std::vector<TensorSpan> TensorTable::merged(const std::vector<TensorSpan>& spans, std::vector<std::size_t>& arguments) {
    std::vector<std::size_t> order(spans.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) { return std::pair(spans[i].wish != TensorWish::freed, spans[i].address); };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::vector<TensorSpan> result;
    for (const std::size_t i : order) {
        const TensorSpan& span = spans[i];
        if (span.bytes <= 0) continue;
        const bool freed = span.wish == TensorWish::freed;
        if (freed || result.empty() || result.back().wish == TensorWish::freed ||
            end_of(result.back()) <= span.address) {
            result.push_back(span);
            arguments.push_back(i);
            continue;
        }
        TensorSpan& before = result.back();
        before.bytes = std::max(end_of(before), end_of(span)) - before.address;
        if (span.wish == TensorWish::resident) before.wish = TensorWish::resident;
        arguments.back() = std::min(arguments.back(), i);
    }
    return result;
}

Tensor& TensorTable::meet(const TensorSpan& span, std::size_t argument) {
    auto found = known_.find(span.allocation);
    if (found == known_.end() || found->second.bytes != span.bytes) {
        forget(span.allocation);
        Tensor made;
        made.allocation = span.allocation;
        made.bytes = span.bytes;
        made.room = (span.bytes + request_bytes_ - 1) & -request_bytes_;
        made.last_launch = launch_;
        found = known_.emplace(span.allocation, std::move(made)).first;
    }
    Tensor& tensor = found->second;
    tensor.base = span.address;
    tensor.first_block = span.address & -request_bytes_;
    tensor.end_block = (end_of(span) + request_bytes_ - 1) & -request_bytes_;
    tensor.argument = argument;
    tensor.longest_pause = std::max(tensor.longest_pause, launch_ - tensor.last_launch);
    tensor.last_launch = launch_;
    tensor.cmem_read_bytes = tensor.cmem_write_bytes = tensor.memory_read_bytes = tensor.memory_write_bytes = 0;
    return tensor;
}

void TensorTable::forget(std::int64_t allocation) {
    const auto found = known_.find(allocation);
    if (found == known_.end()) return;
    if (found->second.is_resident()) {
        take_away(found->second, false);
        ++freed_;
    }
    known_.erase(found);
}

ResidencyReason TensorTable::wanted_reason(const Tensor& tensor, bool by_name) const {
    if (by_name) return ResidencyReason::name;
    return policy_->wants(tensor, 0) ? policy_->reason() : ResidencyReason::none;
}

// Gives a tensor its room, or takes it away, as the program and the policy want it.
void TensorTable::apply_policy(Tensor& tensor, bool by_name) {
    const ResidencyReason wanted = wanted_reason(tensor, by_name);
    if (wanted == ResidencyReason::none) {
        if (tensor.is_resident()) take_away(tensor, true);
        tensor.reason = ResidencyReason::none;
        tensor.state = TensorState::in_memory;
    } else if (tensor.is_resident()) {
        tensor.reason = wanted;
    } else if (by_name || !policy_->follows_reads()) {
        try_to_place(tensor, wanted);
    }
}

bool TensorTable::wants_room_before_read(const Tensor& tensor) const {
    return !tensor.is_resident() && !tensor.by_name() && policy_->follows_reads() &&
           tensor.read_bytes >= tensor.next_try_bytes && policy_->wants(tensor, request_bytes_);
}

void TensorTable::before_read(Tensor& tensor) {
    if (wants_room_before_read(tensor)) try_to_place(tensor, policy_->reason());
}

void TensorTable::try_to_place(Tensor& tensor, ResidencyReason reason) {
    tensor.reason = reason;
    if (!make_room(tensor)) {
        ++counts_.refused;
        tensor.state = TensorState::does_not_fit;
        tensor.next_try_bytes = 2 * std::max(tensor.read_bytes, request_bytes_);
        return;
    }
    ++counts_.placed;
    used_ += tensor.room;
    placed_room_ += tensor.room;
    tensor.state = TensorState::resident;
    const auto blocks = static_cast<std::size_t>(tensor.room / request_bytes_) + 1;  // it may begin within a block
    tensor.present.resize(blocks);
    tensor.dirty.resize(blocks);
}

// Takes room away from tensors that are worth less, if that is enough.
bool TensorTable::make_room(const Tensor& wanted) {
    std::int64_t missing = wanted.room - (capacity_ - used_);
    if (wanted.room > capacity_) return false;
    if (missing <= 0) return true;
    std::vector<Tensor*> victims;
    for (auto& [allocation, tensor] : known_)
        if (tensor.is_resident() && gives_way(tensor, wanted)) victims.push_back(&tensor);
    sort_by_worth(victims);
    std::size_t count = 0;
    for (; count < victims.size() && missing > 0; ++count) missing -= victims[count]->room;
    if (missing > 0) return false;
    for (std::size_t i = 0; i < count; ++i) {
        take_away(*victims[i], true);
        victims[i]->state = TensorState::does_not_fit;
    }
    return true;
}

bool TensorTable::gives_way(const Tensor& resident, const Tensor& wanted) const {
    if (resident.by_name() && !wanted.by_name()) return false;
    if (is_idle(resident)) return true;
    return !resident.by_name() && (wanted.by_name() || policy_->prefers(wanted, resident));
}

bool TensorTable::is_idle(const Tensor& tensor) const {
    return launch_ - tensor.last_launch > std::max(kPatienceLaunches, 2 * tensor.longest_pause);
}

// Idle tensors first, then those that were read least for their size, then by allocation.
void TensorTable::sort_by_worth(std::vector<Tensor*>& victims) const {
    std::stable_sort(victims.begin(), victims.end(), [this](const Tensor* a, const Tensor* b) {
        if (is_idle(*a) != is_idle(*b)) return is_idle(*a);
        return static_cast<__int128>(a->read_bytes) * b->bytes < static_cast<__int128>(b->read_bytes) * a->bytes;
    });
}

void TensorTable::take_away(Tensor& tensor, bool write_back) {
    ++counts_.removed;
    used_ -= tensor.room;
    tensor.state = TensorState::in_memory;
    if (write_back)
        tensor.dirty.each(
            [&](std::size_t block) { spill_(tensor.first_block + static_cast<std::int64_t>(block) * request_bytes_); });
    tensor.present.clear();
    tensor.dirty.clear();
}

Tensor* TensorTable::find(Address block) {
    if (last_ != nullptr && last_->covers(block)) return last_;
    const auto above = std::upper_bound(active_.begin(), active_.end(), block,
                                        [](Address at, const Tensor* t) { return at < t->first_block; });
    // Tensors that meet in one block share it: it belongs to the one that comes first.
    for (auto it = above; it != active_.begin() && (*std::prev(it))->covers(block); --it) last_ = *std::prev(it);
    return last_ != nullptr && last_->covers(block) ? last_ : nullptr;
}

// Nothing but the launch's tensors matters, as long as none of them looks for room in vain. How often a tensor has been
// read matters until it has room.
bool TensorTable::describe(const std::vector<TensorSpan>& spans, std::vector<std::int64_t>& words) const {
    std::vector<std::size_t> arguments;
    const std::vector<TensorSpan> tensors = merged(spans, arguments);
    std::int64_t freed = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const TensorSpan& span = tensors[i];
        const auto found = known_.find(span.allocation);
        const Tensor* const tensor = found == known_.end() ? nullptr : &found->second;
        if (span.wish == TensorWish::freed) {
            freed += tensor != nullptr && tensor->is_resident();
            continue;
        }
        if (tensor != nullptr && tensor->bytes != span.bytes) return false;
        const auto wish = static_cast<std::int64_t>(span.wish);
        const auto argument = static_cast<std::int64_t>(arguments[i]);
        words.insert(words.end(), {argument, span.address, span.bytes, wish, tensor != nullptr});
        if (tensor != nullptr) append(*tensor, words);
    }
    words.push_back(freed);
    return true;
}

void TensorTable::append(const Tensor& tensor, std::vector<std::int64_t>& words) const {
    const auto add = [&](auto value) { words.push_back(static_cast<std::int64_t>(value)); };
    add(tensor.state);
    add(tensor.reason);
    if (tensor.is_resident()) {
        add(policy_->wants(tensor, 0));
        for (const BlockSet* const blocks : {&tensor.present, &tensor.dirty})
            for (const std::uint64_t word : blocks->words()) add(word);
    } else {
        add(tensor.read_bytes);
        add(tensor.next_try_bytes);
    }
}

std::shared_ptr<const LaunchEffect> TensorTable::effect() const {
    if (counts_.refused > 0 || counts_.removed > freed_) return nullptr;
    auto effect = std::make_shared<TableEffect>();
    for (const Tensor* const tensor : active_) effect->tensors.push_back(*tensor);
    effect->room = placed_room_;
    return effect;
}

bool TensorTable::repeat(const std::vector<TensorSpan>& spans, const LaunchEffect& effect) {
    const auto& done = static_cast<const TableEffect&>(effect);
    std::vector<std::size_t> arguments;
    const std::vector<TensorSpan> tensors = merged(spans, arguments);
    std::int64_t room = capacity_ - used_;
    for (const TensorSpan& span : tensors) {
        const auto found = known_.find(span.allocation);
        const bool freed = span.wish == TensorWish::freed && found != known_.end() && found->second.is_resident();
        if (freed) room += found->second.room;
    }
    if (room < done.room) return false;
    ++launch_;
    for (std::size_t i = 0, place = 0; i < tensors.size(); ++i) {
        if (tensors[i].wish == TensorWish::freed)
            forget(tensors[i].allocation);
        else
            meet(tensors[i], arguments[i]).take_over(done.tensors[place++]);
    }
    used_ += done.room;
    return true;
}

void TensorTable::add_uses(std::vector<TensorUse>& uses) const {
    for (const Tensor* tensor : active_)
        uses.push_back({tensor->base, tensor->bytes, static_cast<std::int64_t>(tensor->argument), tensor->state,
                        tensor->reason, tensor->cmem_read_bytes, tensor->cmem_write_bytes, tensor->memory_read_bytes,
                        tensor->memory_write_bytes});
}

}  // namespace npusim
