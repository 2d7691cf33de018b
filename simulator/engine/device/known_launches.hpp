// Launches that were simulated before: a launch of the same program with the same arguments, which finds the same in
// memory, takes the same time, whenever it starts.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "../measures/statistics.hpp"
#include "../memory/memory.hpp"
#include "trace_context.hpp"

namespace npusim {

class KnownLaunches {
public:
    // What a result depends on: the tables, the function that writes the records, its arguments, and what memory holds.
    using Key = std::tuple<const Program*, TraceFunction, std::vector<std::int64_t>, std::vector<std::int64_t>>;

    struct Known {
        std::shared_ptr<const LaunchResult> result;
        std::shared_ptr<const LaunchEffect> effect;
    };

    // What is known of an equal launch, or null.
    const Known* find(const Key& key) const {
        const auto found = launches_.find(key);
        return found == launches_.end() ? nullptr : &found->second;
    }

    // Keeps a result, and with it the program, whose address is in the key; the oldest one makes room.
    void keep(Key key, Known known) {
        const auto [place, is_new] = launches_.emplace(std::move(key), std::move(known));
        if (!is_new) return;
        order_.push_back(place);
        if (order_.size() <= kMost) return;
        launches_.erase(order_.front());
        order_.pop_front();
    }

private:
    static constexpr std::size_t kMost = 128;

    using Launches = std::map<Key, Known>;
    Launches launches_;
    std::deque<Launches::iterator> order_;
};

}  // namespace npusim
