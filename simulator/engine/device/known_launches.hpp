// Launches that were simulated before: on a machine that keeps no data between launches, a launch of the same program
// with the same arguments takes the same time, whenever it starts.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "../model/statistics.hpp"
#include "trace_context.hpp"

namespace npusim {

class KnownLaunches {
public:
    // What a result depends on: the tables, the function that writes the records, and its arguments.
    using Key = std::tuple<const Program*, TraceFunction, std::vector<std::int64_t>>;

    // The result of an equal launch, or null.
    std::shared_ptr<const LaunchResult> find(const Key& key) const {
        const auto found = results_.find(key);
        return found == results_.end() ? nullptr : found->second;
    }

    // Keeps a result, and with it the program, whose address is in the key; the oldest one makes room.
    void keep(Key key, std::shared_ptr<const LaunchResult> result) {
        const auto [place, is_new] = results_.emplace(std::move(key), std::move(result));
        if (!is_new) return;
        order_.push_back(place);
        if (order_.size() <= kMost) return;
        results_.erase(order_.front());
        order_.pop_front();
    }

private:
    static constexpr std::size_t kMost = 128;

    using Results = std::map<Key, std::shared_ptr<const LaunchResult>>;
    Results results_;
    std::deque<Results::iterator> order_;
};

}  // namespace npusim
