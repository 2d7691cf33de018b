// Lists of names in messages.
#pragma once

#include <string>
#include <string_view>

namespace npusim {

inline void append_name(std::string& names, std::string_view name) {
    if (!names.empty()) names += ", ";
    names += name;
}

}  // namespace npusim
