#include "completion_order.hpp"

#include <algorithm>
#include <numeric>

namespace npusim {
namespace {

constexpr std::size_t kSparse = 8;  // ticks for each completion, above which counting does not pay

bool earlier(const DramCompletion& a, const DramCompletion& b) {
    return a.done != b.done ? a.done < b.done : a.tag < b.tag;
}

}  // namespace

void CompletionOrder::sort(std::vector<DramCompletion>& batch) {
    if (batch.empty()) return;
    const auto [least, most] =
        std::minmax_element(batch.begin(), batch.end(), [](const auto& a, const auto& b) { return a.done < b.done; });
    const Tick first = least->done;
    const auto ticks = static_cast<std::size_t>(most->done - first) + 1;
    if (ticks > kSparse * batch.size()) return std::sort(batch.begin(), batch.end(), earlier);
    count_ticks(batch, first, ticks);
    ordered_.resize(batch.size());
    for (const DramCompletion& completion : batch)
        ordered_[next_of_tick_[static_cast<std::size_t>(completion.done - first)]++] = completion;
    auto from = ordered_.begin();
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        const auto to = ordered_.begin() + next_of_tick_[tick];
        if (!std::is_sorted(from, to, earlier)) std::sort(from, to, earlier);
        from = to;
    }
    batch.swap(ordered_);
}

void CompletionOrder::count_ticks(const std::vector<DramCompletion>& batch, Tick first, std::size_t ticks) {
    next_of_tick_.assign(ticks + 1, 0);
    for (const DramCompletion& completion : batch)
        ++next_of_tick_[static_cast<std::size_t>(completion.done - first) + 1];
    std::partial_sum(next_of_tick_.begin(), next_of_tick_.end(), next_of_tick_.begin());
}

}  // namespace npusim
