#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <string>

#include "../memory/dram/address_map.hpp"
#include "../memory/dram/policies/table.hpp"
#include "../memory/dram/replay.hpp"
#include "../memory/dram/state.hpp"
#include "../model/names.hpp"
#include "bindings.hpp"
#include "section.hpp"

namespace npusim::python {

using namespace nb::literals;

namespace {

DramCommand parse_command(const std::string& name) {
    for (std::size_t i = 0; i < kDramCommandNames.size(); ++i)
        if (name == kDramCommandNames[i]) return static_cast<DramCommand>(i);
    refuse_name("there is no DRAM command", name, kDramCommandNames);
}

// One channel whose commands the caller chooses: it refuses those that come too early or that the bank's state does not
// allow.
class CommandChecker {
public:
    explicit CommandChecker(const nb::handle& device)
        : spec_(read_dram_spec(device)), timings_(spec_), state_(timings_) {}

    Tick earliest(const std::string& name, std::int64_t bank) const {
        return std::max<Tick>(state_.earliest(parse_command(name), checked_bank(bank)), 0);
    }

    void issue(const std::string& name, std::int64_t bank, Tick tick, std::int64_t row) {
        const DramCommand command = parse_command(name);
        const std::size_t at = checked_bank(bank);
        const std::string what = "DRAM device '" + spec_.name + "': " + name + " to bank " + std::to_string(bank) +
                                 " at tick " + std::to_string(tick);
        if (!state_.is_legal(command, at)) throw EngineError(what + ": the state of the bank does not allow it");
        if (tick < state_.earliest(command, at))
            throw EngineError(what + " is too early; the timings allow it from tick " +
                              std::to_string(state_.earliest(command, at)));
        if (tick < last_) throw EngineError(what + ": an earlier command was sent at tick " + std::to_string(last_));
        last_ = tick;
        state_.issue(command, at, row, tick);
    }

private:
    std::size_t checked_bank(std::int64_t bank) const {
        if (bank < 0 || bank >= spec_.banks())
            throw EngineError("DRAM device '" + spec_.name + "' has banks 0 to " + std::to_string(spec_.banks() - 1) +
                              ", not " + std::to_string(bank));
        return static_cast<std::size_t>(bank);
    }

    DramSpec spec_;
    DramTimings timings_;
    DramState state_;
    Tick last_ = 0;
};

using Addresses = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

bool poll_signals() {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return false;
}

ReplayResult replay_trace(const nb::handle& device, const nb::handle& policy, std::int64_t channels,
                          const Addresses& addresses, const Flags& writes, std::int64_t requests_per_tick) {
    if (addresses.shape(0) != writes.shape(0))
        throw EngineError("a trace has " + std::to_string(addresses.shape(0)) + " addresses and " +
                          std::to_string(writes.shape(0)) + " kinds of access");
    if (channels < 1 || channels > 1024)
        throw EngineError("channels is " + std::to_string(channels) + "; it must be from 1 to 1024");
    if (requests_per_tick < 1)
        throw EngineError("requests per tick is " + std::to_string(requests_per_tick) + "; it must be at least 1");
    for (std::size_t i = 0; i < addresses.shape(0); ++i)
        if (addresses.data()[i] < 0)
            throw EngineError("request " + std::to_string(i) + " of the trace has a negative address");
    const DramSpec spec = read_dram_spec(device);
    const DramPolicy read_policy = read_dram_policy(policy);
    const nb::gil_scoped_release release;
    return replay(spec, read_policy, channels, addresses.data(), writes.data(), addresses.shape(0), requests_per_tick,
                  poll_signals);
}

nb::tuple locate(const nb::handle& device, const nb::handle& policy, std::int64_t channels, std::int64_t address) {
    const DramLocation at = AddressMap(read_dram_spec(device), read_dram_policy(policy), channels).locate(address);
    return nb::make_tuple(at.channel, at.bank, at.row, at.column);
}

}  // namespace

DramSpec read_dram_spec(const nb::handle& source) {
    Section section(source, "memory.device");
    DramSpec spec;
    spec.name = section.text("name");
    spec.split_command_bus = section.flag("split_command_bus", false);
    const std::pair<const char*, std::int64_t*> organisation[] = {{"ranks", &spec.ranks},
                                                                  {"bank_groups", &spec.bank_groups},
                                                                  {"banks_per_group", &spec.banks_per_group},
                                                                  {"rows", &spec.rows},
                                                                  {"bursts_per_row", &spec.bursts_per_row},
                                                                  {"burst_bytes", &spec.burst_bytes},
                                                                  {"tick_ps_numerator", &spec.tick_ps_numerator},
                                                                  {"tick_ps_denominator", &spec.tick_ps_denominator}};
    for (const auto& [key, value] : organisation) *value = section.integer(key);
    for (const DramTimingKey& key : kDramTimingKeys) spec.*key.ticks = section.integer(key.name);
    section.finish();
    spec.check();
    return spec;
}

DramPolicy read_dram_policy(const nb::handle& source) {
    Section section(source, "memory.policy");
    DramPolicy policy;
    policy.mapping = section.text("mapping", policy.mapping);
    policy.scheduler = section.text("scheduler", policy.scheduler);
    policy.page = section.text("page_policy", policy.page);
    policy.refresh = section.text("refresh", policy.refresh);
    policy.read_queue = section.integer("read_queue", policy.read_queue);
    policy.write_queue = section.integer("write_queue", policy.write_queue);
    policy.waiting_requests = section.integer("waiting_requests", policy.waiting_requests);
    policy.interleave_bytes = section.integer("interleave_bytes", policy.interleave_bytes);
    policy.channel_hash = section.flag("channel_hash", policy.channel_hash);
    policy.channel_hash_function = section.text("channel_hash_function", policy.channel_hash_function);
    section.finish();
    return policy;
}

// Numbers that a device has under the names of JEDEC's standards.
nb::tuple timing_names() {
    nb::list names;
    for (const DramTimingKey& key : kDramTimingKeys)
        if (key.name[0] == 't') names.append(key.name);
    return nb::tuple(names);
}

nb::list constraints_of(const nb::handle& device) {
    const DramSpec spec = read_dram_spec(device);
    const DramTimings timings(spec);
    nb::list rows;
    for (std::size_t i = 0; i < kDramConstraints.size(); ++i) {
        const DramConstraint& c = kDramConstraints[i];
        rows.append(nb::make_tuple(kDramLevelNames[static_cast<std::size_t>(c.level)],
                                   kDramCommandNames[static_cast<std::size_t>(c.preceding)],
                                   kDramCommandNames[static_cast<std::size_t>(c.following)], c.name, timings.gap[i]));
    }
    return rows;
}

void bind_dram_tables(nb::module_& module) {
    module.attr("DRAM_CHANNEL_HASHES") = tuple_of(channel_hash_names());
    module.attr("DRAM_SCHEDULERS") = tuple_of(DramSchedulers::names());
    module.attr("DRAM_PAGE_POLICIES") = tuple_of(DramPagePolicies::names());
    module.attr("DRAM_REFRESHES") = tuple_of(DramRefreshPolicies::names());
    module.attr("DRAM_TIMINGS") = timing_names();
    module.def("dram_constraints", constraints_of, "device"_a);
}

void bind_dram(nb::module_& module) {
    bind_dram_tables(module);
    module.attr("DRAM_LATENCY_BIN_TICKS") = kLatencyBin;
    bind_counts<DramStatistics>(module, "DramStatistics");
    nb::class_<CommandChecker>(module, "DramCommandChecker")
        .def(nb::init<const nb::handle&>(), "device"_a)
        .def("earliest", &CommandChecker::earliest, "command"_a, "bank"_a)
        .def("issue", &CommandChecker::issue, "command"_a, "bank"_a, "tick"_a, "row"_a = 0);
    nb::class_<ReplayResult>(module, "DramReplayResult")
        .def_ro("ticks", &ReplayResult::ticks)
        .def_ro("total", &ReplayResult::total)
        .def_ro("channels", &ReplayResult::channels)
        .def_ro("answered_reads", &ReplayResult::answered_reads)
        .def_ro("latency_sum", &ReplayResult::latency_sum)
        .def_ro("latency_max", &ReplayResult::latency_max)
        .def_ro("latency_histogram", &ReplayResult::latency_histogram);
    module.def("dram_replay", replay_trace, "device"_a, "policy"_a, "channels"_a, "addresses"_a, "writes"_a,
               "requests_per_tick"_a);
    module.def("dram_locate", locate, "device"_a, "policy"_a, "channels"_a, "address"_a);
}

}  // namespace npusim::python
