#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "../device/engine.hpp"
#include "../device/launch_words.hpp"
#include "../measures/statistics.hpp"
#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace npusim::python {
namespace {

using Vector = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>, nb::c_contig>;
using Words = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>, nb::c_contig>;

// Arrays own their memory; they are not parts of the result.
constexpr auto kOwned = nb::rv_policy::move;

nb::capsule owner_of(std::int64_t* data) {
    return nb::capsule(data, [](void* memory) noexcept { delete[] static_cast<std::int64_t*>(memory); });
}

template <std::int64_t OperationStatistics::* kField>
Vector per_operation(const LaunchResult& result) {
    const std::size_t count = result.operations.size();
    auto* data = new std::int64_t[count];
    for (std::size_t i = 0; i < count; ++i) data[i] = result.operations[i].*kField;
    return Vector(data, {count}, owner_of(data));
}

// A row for each structure, of its members in order; all are words.
template <class Row>
Matrix rows_of(const std::vector<Row>& rows) {
    static_assert(std::is_trivially_copyable_v<Row>);
    constexpr std::size_t kWords = sizeof(Row) / sizeof(std::int64_t);
    auto* data = new std::int64_t[rows.size() * kWords];
    if (!rows.empty()) std::memcpy(data, rows.data(), rows.size() * sizeof(Row));
    return Matrix(data, {rows.size(), kWords}, owner_of(data));
}

Vector copied(const std::vector<std::int64_t>& values) {
    auto* data = new std::int64_t[values.size()];
    std::copy(values.begin(), values.end(), data);
    return Vector(data, {values.size()}, owner_of(data));
}

nb::dict counters_of(const LaunchResult& result) {
    nb::dict kinds;
    for (const auto& [kind, columns] : result.counters.tables()) {
        nb::dict named;
        for (const auto& [counter, values] : columns) named[counter.c_str()] = nb::cast(copied(values), kOwned);
        kinds[kind.c_str()] = named;
    }
    return kinds;
}

template <std::size_t kFirst, std::size_t kEnd>
Matrix usage_of(const LaunchResult& result) {
    const std::vector<Usage::Bin>& bins = result.usage.bins();
    auto* data = new std::int64_t[bins.size() * (kEnd - kFirst)];
    std::int64_t* next = data;
    for (const Usage::Bin& bin : bins) next = std::copy(bin.begin() + kFirst, bin.begin() + kEnd, next);
    return Matrix(data, {bins.size(), kEnd - kFirst}, owner_of(data));
}

nb::dict critical_path_of(const LaunchResult& result) {
    nb::dict named;
    for (std::size_t cause = 0; cause < kCauses; ++cause) named[kCauseNames[cause]] = result.path.spent[cause];
    return named;
}

nb::dict units_by_name(const std::array<UnitStatistics, kUnits>& units) {
    nb::dict named;
    for (const UnitTraits& unit : kUnitTraits)
        named[unit.name] = nb::cast(units[index_of(unit.unit)], nb::rv_policy::copy);
    return named;
}

nb::dict units_of_all_cores(const LaunchResult& result) {
    std::array<UnitStatistics, kUnits> total{};
    for (const CoreStatistics& core : result.cores)
        for (std::size_t u = 0; u < kUnits; ++u) add_counts(total[u], core.units[u]);
    return units_by_name(total);
}

nb::list units_by_core(const LaunchResult& result) {
    nb::list cores;
    for (const CoreStatistics& core : result.cores) cores.append(units_by_name(core.units));
    return cores;
}

template <class Statistics>
Statistics sum_over_cores(const LaunchResult& result, Statistics CoreStatistics::* field) {
    Statistics total{};
    for (const CoreStatistics& core : result.cores) add_counts(total, core.*field);
    return total;
}

void bind_statistics(nb::module_& module) {
    bind_counts<UnitStatistics>(module, "UnitStatistics");
    bind_counts<MemoryStatistics>(module, "MemoryStatistics");
    bind_counts<ArrayStatistics>(module, "ArrayStatistics");
    nb::class_<Progress>(module, "Progress")
        .def_ro("launches_submitted", &Progress::launches_submitted)
        .def_ro("launches_finished", &Progress::launches_finished)
        .def_ro("records", &Progress::records)
        .def_ro("simulated_ps", &Progress::simulated);
}

}  // namespace

void bind_results(nb::module_& module) {
    bind_statistics(module);
    nb::class_<LaunchResult>(module, "LaunchResult")
        .def_ro("launch_id", &LaunchResult::launch_id)
        .def_static(
            "of_words",
            [](const Words& words) { return std::make_shared<LaunchResult>(result_of(words.data(), words.shape(0))); },
            "words"_a.noconvert())
        .def(
            "words", [](const LaunchResult& r) { return copied(words_of(r)); }, kOwned)
        .def_prop_ro("name", [](const LaunchResult& r) { return r.program == nullptr ? "" : r.program->name(); })
        .def_ro("stream", &LaunchResult::stream)
        .def_ro("start_ps", &LaunchResult::start)
        .def_ro("end_ps", &LaunchResult::end)
        .def_ro("cycles", &LaunchResult::cycles)
        .def_ro("records", &LaunchResult::records)
        .def_ro("complete", &LaunchResult::complete)
        .def_prop_ro("units", units_of_all_cores)
        .def_prop_ro("core_units", units_by_core)
        .def_prop_ro("memory", [](const LaunchResult& r) { return sum_over_cores(r, &CoreStatistics::memory); })
        .def_prop_ro("array", [](const LaunchResult& r) { return sum_over_cores(r, &CoreStatistics::array); })
        .def_prop_ro("operation_counts", per_operation<&OperationStatistics::count>, kOwned)
        .def_prop_ro("operation_busy_ps", per_operation<&OperationStatistics::busy_ps>, kOwned)
        .def_prop_ro("operation_wait_data_ps", per_operation<&OperationStatistics::wait_data_ps>, kOwned)
        .def_prop_ro("operation_wait_slot_ps", per_operation<&OperationStatistics::wait_slot_ps>, kOwned)
        .def_prop_ro(
            "operation_path_ps", [](const LaunchResult& r) { return rows_of(r.path_by_operation); }, kOwned)
        .def_prop_ro("critical_path_ps", critical_path_of)
        .def_prop_ro("counters", counters_of)
        .def_prop_ro(
            "tensors", [](const LaunchResult& r) { return rows_of(r.tensors); }, kOwned)
        .def_prop_ro("traffic", usage_of<Usage::kRead, Usage::kUnit>, kOwned)
        .def_prop_ro("activity", usage_of<Usage::kUnit, Usage::kColumns>, kOwned)
        .def_prop_ro("bin_ps", [](const LaunchResult& r) { return r.usage.bin_ps(); })
        .def_prop_ro(
            "timeline", [](const LaunchResult& r) { return rows_of(r.timeline.events()); }, kOwned)
        .def_prop_ro("timeline_stride", [](const LaunchResult& r) { return r.timeline.stride(); })
        .def_prop_ro("timeline_dropped", [](const LaunchResult& r) { return r.timeline.dropped(); });
}

}  // namespace npusim::python
