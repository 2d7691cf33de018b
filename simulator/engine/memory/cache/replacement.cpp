#include "replacement.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "../../model/registry.hpp"

namespace npusim {
namespace {

// Calls `visit(way)` for every bit that is set, from the lowest on.
template <class Visit>
void each_way(std::uint64_t ways, Visit visit) {
    for (; ways != 0; ways &= ways - 1) visit(static_cast<std::size_t>(std::countr_zero(ways)));
}

// The line that comes last in its set's order: a line comes first when it is filled and, for lru, whenever it is used.
template <bool on_touch>
class OldestFirst final : public Replacement {
public:
    OldestFirst(std::size_t sets, std::size_t ways) : ways_(ways), order_(sets * ways) {
        for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint8_t>(i % ways);
    }

    void touch(std::size_t set, std::size_t way) override {
        if (on_touch) fill(set, way);
    }
    void fill(std::size_t set, std::size_t way) override {
        const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(set * ways_);
        if (*begin == way) return;
        const auto place = std::find(begin, begin + static_cast<std::ptrdiff_t>(ways_), way);
        std::rotate(begin, place, place + 1);
    }
    std::size_t victim(std::size_t set, std::uint64_t candidates) override {
        const std::uint8_t* way = order_.data() + (set + 1) * ways_ - 1;
        while ((candidates >> *way & 1) == 0) --way;
        return *way;
    }

private:
    std::size_t ways_;
    std::vector<std::uint8_t> order_;  // the ways of each set, the youngest first
};

// Xorshift (Marsaglia 2003) from a fixed start.
class RandomChoice final : public Replacement {
public:
    RandomChoice(std::size_t, std::size_t) {}

    void touch(std::size_t, std::size_t) override {}
    void fill(std::size_t, std::size_t) override {}
    std::size_t victim(std::size_t, std::uint64_t candidates) override {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        auto skip = state_ % static_cast<std::uint64_t>(std::popcount(candidates));
        for (; skip > 0; --skip) candidates &= candidates - 1;
        return static_cast<std::size_t>(std::countr_zero(candidates));
    }

private:
    std::uint64_t state_ = 88172645463325252ULL;
};

// Static re-reference interval prediction with two bits (Jaleel et al., ISCA 2010): new lines are expected to be used
// late, used ones soon, so that a stream that passes once does not push out what is used again.
class ReReference final : public Replacement {
public:
    ReReference(std::size_t sets, std::size_t ways) : ways_(ways), distance_(sets * ways) {}

    void touch(std::size_t set, std::size_t way) override { distance_[set * ways_ + way] = 0; }
    void fill(std::size_t set, std::size_t way) override { distance_[set * ways_ + way] = kFar - 1; }
    std::size_t victim(std::size_t set, std::uint64_t candidates) override {
        std::uint8_t* const distances = distance_.data() + set * ways_;
        std::uint8_t farthest = 0;
        each_way(candidates, [&](std::size_t way) { farthest = std::max(farthest, distances[way]); });
        const auto older = static_cast<std::uint8_t>(kFar - farthest);
        std::size_t chosen = ways_;
        each_way(candidates, [&](std::size_t way) {
            distances[way] = static_cast<std::uint8_t>(distances[way] + older);
            if (chosen == ways_ && distances[way] == kFar) chosen = way;
        });
        return chosen;
    }

private:
    static constexpr std::uint8_t kFar = 3;

    std::size_t ways_;
    std::vector<std::uint8_t> distance_;
};

}  // namespace

// A new policy is one more line here.
std::unique_ptr<Replacement> make_replacement(const std::string& name, std::size_t sets, std::size_t ways) {
    using Policies = Registry<Replacement, std::size_t, std::size_t>;
    static const Policies policies("cache replacement", {{"fifo", Policies::make<OldestFirst<false>>},
                                                         {"lru", Policies::make<OldestFirst<true>>},
                                                         {"random", Policies::make<RandomChoice>},
                                                         {"srrip", Policies::make<ReReference>}});
    return policies.find_and_make(name, sets, ways);
}

}  // namespace npusim
