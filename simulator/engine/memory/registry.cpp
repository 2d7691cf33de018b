#include "../model/registry.hpp"

#include "../noc/networked_memory.hpp"
#include "cache/cache_memory.hpp"
#include "cmem/cmem.hpp"
#include "dram/command_memory.hpp"
#include "memory.hpp"
#include "queued_memory.hpp"
#include "simple_memory.hpp"

namespace npusim {
namespace {

using Models = Registry<Memory, const EngineConfig&>;

// A new model is one more line here.
std::unique_ptr<Memory> make_model(const EngineConfig& config) {
    static const Models models("memory model", {{"command", make_command_memory},
                                                {"queued", Models::make<QueuedMemory>},
                                                {"simple", Models::make<SimpleMemory>}});
    return models.find_and_make(config.memory.model, config);
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
