// No refresh, as if cells kept their charge: shows what refreshes cost.
#pragma once

#include "concepts.hpp"

namespace npusim {

struct NoRefresh {
    static constexpr std::string_view kName = "none";
    static constexpr bool kStopsChannel = true;
    static void check(const DramSpec&) {}

    explicit NoRefresh(const DramSpec&) {}

    Tick interval() const { return kNeverTick; }
    void add_due(const auto&, const auto&) {}
};

}  // namespace npusim
