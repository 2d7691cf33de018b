#include <functional>
#include <map>
#include <string>

#include "../model/error.hpp"
#include "../model/names.hpp"
#include "../noc/networked_memory.hpp"
#include "cache/cache_memory.hpp"
#include "cmem/cmem.hpp"
#include "dram/command_memory.hpp"
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
    static const std::map<std::string, Factory> table{
        {"command", make_command_memory}, {"queued", make<QueuedMemory>}, {"simple", make<SimpleMemory>}};
    return table;
}

std::unique_ptr<Memory> make_model(const EngineConfig& config) {
    const auto found = models().find(config.memory.model);
    if (found != models().end()) return found->second(config);
    std::string names;
    for (const auto& [name, factory] : models()) append_name(names, name);
    throw EngineError("engine configuration: there is no memory model '" + config.memory.model +
                      "'; there are: " + names);
}

}  // namespace

std::unique_ptr<Memory> make_memory(const EngineConfig& config) {
    std::unique_ptr<Memory> memory = make_model(config);
    if (config.cache.bytes > 0) memory = std::make_unique<CacheMemory>(config, std::move(memory));
    if (config.cmem.bytes > 0) memory = std::make_unique<Cmem>(config, std::move(memory));
    if (config.noc.model == "none") return memory;
    return std::make_unique<NetworkedMemory>(config, make_network(config), std::move(memory));
}

}  // namespace npusim
