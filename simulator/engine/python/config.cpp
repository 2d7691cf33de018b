#include "../model/config.hpp"

#include <nanobind/stl/string.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "../model/error.hpp"
#include "bindings.hpp"

namespace nb = nanobind;

namespace npusim::python {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw EngineError("engine configuration: " + what); }

// Reads the keys of one dict; finish() refuses what nobody asked for.
class Section {
public:
    Section(const nb::handle& source, std::string name) : name_(std::move(name)) {
        if (!nb::isinstance<nb::dict>(source)) refuse((name_.empty() ? "it" : name_) + " must be a dict");
        values_ = nb::cast<nb::dict>(source);
    }

    bool has(const char* key) {
        known_.insert(key);
        return values_.contains(key);
    }

    nb::object get(const char* key) {
        if (!has(key)) refuse("the key " + path(key) + " is missing");
        return nb::object(values_[key]);
    }

    std::int64_t integer(const char* key) { return as_integer(get(key), key, 1); }
    std::int64_t integer(const char* key, std::int64_t otherwise) { return has(key) ? integer(key) : otherwise; }

    // `value * scale`, which must be a whole number.
    std::int64_t scaled(const char* key, std::int64_t scale) { return as_integer(get(key), key, scale); }

    std::string path(const std::string& key) const { return name_.empty() ? key : name_ + "." + key; }

    void finish() const {
        for (const auto& [key, value] : values_) {
            const std::string name = nb::cast<std::string>(nb::str(key));
            if (known_.count(name) == 0) refuse("there is no key " + path(name) + "; the keys are: " + known());
        }
    }

private:
    std::string known() const {
        std::string names;
        for (const std::string& name : known_) names += (names.empty() ? "" : ", ") + path(name);
        return names;
    }

    std::int64_t as_integer(const nb::object& value, const char* key, std::int64_t scale) const {
        if (nb::isinstance<nb::bool_>(value) || !(nb::isinstance<nb::int_>(value) || nb::isinstance<nb::float_>(value)))
            refuse(path(key) + " must be a number");
        const double number = nb::cast<double>(value) * static_cast<double>(scale);
        if (!(std::abs(number) < 9e15)) refuse(path(key) + " is too large");
        const double whole = std::round(number);
        if (std::abs(number - whole) > 1e-6 * std::max(1.0, std::abs(number)))
            refuse(path(key) + " times " + std::to_string(scale) + " must be a whole number, not " + std::to_string(number));
        return static_cast<std::int64_t>(whole);
    }

    nb::dict values_;
    std::string name_;
    std::set<std::string> known_;
};

void read_queue_depth(Section& section, EngineConfig& config) {
    if (!section.has("queue_depth")) return;
    const nb::object value = section.get("queue_depth");
    if (!nb::isinstance<nb::dict>(value)) {
        config.queue_depth.fill(section.integer("queue_depth"));
        return;
    }
    Section depths(value, "queue_depth");
    for (std::size_t u = 0; u < kUnits; ++u) config.queue_depth[u] = depths.integer(kUnitNames[u], config.queue_depth[u]);
    depths.finish();
}

MemoryConfig read_memory(const nb::handle& source) {
    Section section(source, "memory");
    MemoryConfig memory;
    if (!nb::isinstance<nb::str>(section.get("model"))) refuse("memory.model must be a string");
    memory.model = nb::cast<std::string>(section.get("model"));
    memory.channels = section.integer("channels");
    memory.interleave_bytes = section.integer("interleave_bytes");
    memory.bandwidth_bytes_per_s = section.integer("bandwidth_bytes_per_s");
    memory.latency_ps = section.scaled("latency_ns", 1000);
    memory.queue_requests = section.integer("queue_requests", 0);
    section.finish();
    return memory;
}

}  // namespace

EngineConfig read_config(const nb::handle& source) {
    Section section(source, "");
    EngineConfig config;
    config.core_freq_khz = section.scaled("core_freq_mhz", 1000);
    config.cores = section.integer("cores", config.cores);
    config.arrays = section.integer("arrays", config.arrays);
    read_queue_depth(section, config);
    config.launch_overhead_cycles = section.integer("launch_overhead_cycles", 0);
    config.dma_setup_cycles = section.integer("dma_setup_cycles", 0);
    config.dma_outstanding_requests = section.integer("dma_outstanding_requests");
    config.dma_requests_per_cycle = section.integer("dma_requests_per_cycle", config.dma_requests_per_cycle);
    config.dma_bytes_per_cycle = section.integer("dma_bytes_per_cycle");
    config.request_bytes = section.integer("request_bytes");
    config.timeline_events = section.integer("timeline_events", 0);
    config.memory = read_memory(section.get("memory"));
    section.finish();
    config.check();
    return config;
}

}  // namespace npusim::python
