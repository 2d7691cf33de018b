// Implementations of an interface, found by the names that configurations give them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "names.hpp"

namespace npusim {

template <class Interface, class... Arguments>
class Registry {
public:
    using Factory = std::unique_ptr<Interface> (*)(Arguments...);

    // `thing`: what is registered, for messages.
    Registry(std::string thing, std::map<std::string, Factory> table)
        : thing_(std::move(thing)), table_(std::move(table)) {}

    // A row of the table: makes a `Class` from the arguments.
    template <class Class>
    static std::unique_ptr<Interface> make(Arguments... arguments) {
        return std::make_unique<Class>(arguments...);
    }

    // Raises EngineError with the names that exist for any other.
    std::unique_ptr<Interface> find_and_make(const std::string& name, Arguments... arguments) const {
        if (const auto found = table_.find(name); found != table_.end()) return found->second(arguments...);
        std::vector<std::string> names;
        for (const auto& [known, factory] : table_) names.push_back(known);
        refuse_name("engine configuration: there is no " + thing_, name, names);
    }

private:
    std::string thing_;
    std::map<std::string, Factory> table_;
};

}  // namespace npusim
