#include <functional>
#include <map>
#include <string>

#include "../model/error.hpp"
#include "memory.hpp"
#include "queued_memory.hpp"
#include "simple_memory.hpp"

namespace npusim {
namespace {

using Factory = std::function<std::unique_ptr<Memory>(const EngineConfig&)>;

template <class Model>
std::unique_ptr<Memory> make(const EngineConfig& config) {
    return std::make_unique<Model>(config);
}

// A new model is one more line here.
const std::map<std::string, Factory>& models() {
    static const std::map<std::string, Factory> table{{"queued", make<QueuedMemory>}, {"simple", make<SimpleMemory>}};
    return table;
}

}  // namespace

std::unique_ptr<Memory> make_memory(const EngineConfig& config) {
    const auto found = models().find(config.memory.model);
    if (found != models().end()) return found->second(config);
    std::string names;
    for (const auto& [name, factory] : models()) names += (names.empty() ? "" : ", ") + name;
    throw EngineError("engine configuration: there is no memory model '" + config.memory.model + "'; there are: " + names);
}

}  // namespace npusim
