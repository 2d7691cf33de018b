// Lists of names in messages.
#pragma once

#include <string>
#include <string_view>

#include "error.hpp"

namespace npusim {

inline void append_name(std::string& names, std::string_view name) {
    if (!names.empty()) names += ", ";
    names += name;
}

// Raises EngineError: `what` ("there is no memory model"), the name, and the names that exist.
template <class Names>
[[noreturn]] void refuse_name(const std::string& what, const std::string& name, const Names& known) {
    std::string names;
    for (const auto& each : known) append_name(names, each);
    throw EngineError(what + " '" + name + "'; there are: " + names);
}

}  // namespace npusim
