#include <functional>
#include <map>
#include <string>

#include "../model/error.hpp"
#include "../model/names.hpp"
#include "crossbar.hpp"
#include "mesh.hpp"
#include "network.hpp"

namespace npusim {
namespace {

using Factory = std::function<std::unique_ptr<Network>(const EngineConfig&)>;

template <class Model>
std::unique_ptr<Network> make(const EngineConfig& config) {
    return std::make_unique<Model>(config);
}

// A new model is one more line here.
const std::map<std::string, Factory>& models() {
    static const std::map<std::string, Factory> table{{"mesh", make<Mesh>}, {"simple", make<Crossbar>}};
    return table;
}

}  // namespace

std::unique_ptr<Network> make_network(const EngineConfig& config) {
    const auto found = models().find(config.noc.model);
    if (found != models().end()) return found->second(config);
    std::string names;
    for (const auto& [name, factory] : models()) append_name(names, name);
    throw EngineError("engine configuration: there is no interconnect model '" + config.noc.model +
                      "'; there are: " + names);
}

}  // namespace npusim
