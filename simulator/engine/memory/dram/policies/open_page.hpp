// Rows stay open until a request wants another row of the bank, or a refresh comes.
#pragma once

#include "concepts.hpp"

namespace npusim {

struct OpenPage {
    static constexpr std::string_view kName = "open";

    static bool closes(const auto&) { return false; }
};

}  // namespace npusim
