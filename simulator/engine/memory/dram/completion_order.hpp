// Puts a batch of completions of all channels in order. They are close together in time, so that counting those of each
// tick is several times as fast as comparing them.
#pragma once

#include <cstdint>
#include <vector>

#include "completions.hpp"

namespace npusim {

class CompletionOrder {
public:
    // Sorts by tick, then by tag.
    void sort(std::vector<DramCompletion>& batch);

private:
    void count_ticks(const std::vector<DramCompletion>& batch, Tick first, std::size_t ticks);

    std::vector<std::uint32_t> next_of_tick_;  // where the next completion of a tick goes
    std::vector<DramCompletion> ordered_;
};

}  // namespace npusim
