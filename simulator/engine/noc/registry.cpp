#include "../model/registry.hpp"

#include "crossbar.hpp"
#include "mesh.hpp"
#include "network.hpp"

namespace npusim {

// A new model is one more line here.
std::unique_ptr<Network> make_network(const EngineConfig& config) {
    using Models = Registry<Network, const EngineConfig&>;
    static const Models models("interconnect model",
                               {{"mesh", Models::make<Mesh>}, {"simple", Models::make<Crossbar>}});
    return models.find_and_make(config.noc.model, config);
}

}  // namespace npusim
