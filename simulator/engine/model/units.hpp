// The units of a core: one table of what they are. Python has its names from here (`UNITS`, `DMA_ENGINES`); a new unit
// is a name in `Unit`, a row in `kUnitTraits`, and rows for the operations that access DRAM in program.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace npusim {

enum class Unit : std::uint8_t { load, store, array, vector, cross_lane, scalar };
inline constexpr std::size_t kUnits = 6;

constexpr std::size_t index_of(Unit unit) { return static_cast<std::size_t>(unit); }

enum class UnitKind : std::uint8_t {
    dma,      // issues memory requests, which may be answered in any order
    pipeline  // takes its operations in order, in times that are known when they start
};

struct UnitTraits {
    Unit unit;
    const char* name;
    UnitKind kind;
    bool dma_engine = false;     // moves tiles, and does nothing else
    bool writes_memory = false;  // some of its operations do
    bool blocking = false;       // takes its next operation when the one before has its answer
    bool systolic = false;       // runs folds of weights; updates of a buffer follow each other row by row
};

inline constexpr std::array<UnitTraits, kUnits> kUnitTraits{{
    {.unit = Unit::load, .name = "load", .kind = UnitKind::dma, .dma_engine = true},
    {.unit = Unit::store, .name = "store", .kind = UnitKind::dma, .dma_engine = true, .writes_memory = true},
    {.unit = Unit::array, .name = "array", .kind = UnitKind::pipeline, .systolic = true},
    {.unit = Unit::vector, .name = "vector", .kind = UnitKind::pipeline},
    {.unit = Unit::cross_lane, .name = "cross_lane", .kind = UnitKind::pipeline},
    {.unit = Unit::scalar, .name = "scalar", .kind = UnitKind::dma, .writes_memory = true, .blocking = true},
}};

constexpr const UnitTraits& traits_of(Unit unit) { return kUnitTraits[index_of(unit)]; }
constexpr const char* name_of(Unit unit) { return traits_of(unit).name; }
constexpr bool is_dma(Unit unit) { return traits_of(unit).kind == UnitKind::dma; }
constexpr bool is_pipeline(Unit unit) { return traits_of(unit).kind == UnitKind::pipeline; }

constexpr std::size_t count_units(UnitKind kind) {
    std::size_t count = 0;
    for (const UnitTraits& traits : kUnitTraits) count += traits.kind == kind ? 1 : 0;
    return count;
}

// The units of a kind, in order.
template <UnitKind kKind>
constexpr std::array<Unit, count_units(kKind)> units_of_kind() {
    std::array<Unit, count_units(kKind)> units{};
    std::size_t next = 0;
    for (const UnitTraits& traits : kUnitTraits)
        if (traits.kind == kKind) units[next++] = traits.unit;
    return units;
}
inline constexpr auto kDmaUnits = units_of_kind<UnitKind::dma>();
inline constexpr auto kPipelineUnits = units_of_kind<UnitKind::pipeline>();

// Each unit's place among those of its kind.
inline constexpr std::array<std::size_t, kUnits> kPlaces = [] {
    std::array<std::size_t, kUnits> places{};
    for (std::size_t i = 0; i < kDmaUnits.size(); ++i) places[index_of(kDmaUnits[i])] = i;
    for (std::size_t i = 0; i < kPipelineUnits.size(); ++i) places[index_of(kPipelineUnits[i])] = i;
    return places;
}();
constexpr std::size_t place_of(Unit unit) { return kPlaces[index_of(unit)]; }

static_assert([] {
    for (std::size_t i = 0; i < kUnits; ++i)
        if (index_of(kUnitTraits[i].unit) != i) return false;
    return true;
}());  // rows are in the order of the enumeration

}  // namespace npusim
