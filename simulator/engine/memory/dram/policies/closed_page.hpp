// The last waiting request that wants a row closes it, with its read or write.
#pragma once

#include "concepts.hpp"

namespace npusim {

struct ClosedPage {
    static constexpr std::string_view kName = "closed";

    static bool closes(const auto& is_wanted) { return !is_wanted(); }
};

}  // namespace npusim
