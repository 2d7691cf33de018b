// Counters of everything besides the cores' units: DRAM channels, links of the network, caches. A component adds what
// it counted at the end of a launch, under its kind, its number among its kind, and a name whose suffix is the unit
// (`row_hits` and `read_requests` are plain numbers, `busy_ps` picoseconds, `read_bytes` bytes). Nothing else has to
// know about a new counter: report.json lists whatever is here.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace npusim {

class CounterSheet {
public:
    // One value per component of a kind.
    using Column = std::vector<std::int64_t>;

    // Adds `value` to a counter of component `number` of a kind.
    void add(const std::string& kind, std::size_t number, const std::string& counter, std::int64_t value) {
        Column& column = tables_[kind][counter];
        if (column.size() <= number) column.resize(number + 1);
        column[number] += value;
    }

    const std::map<std::string, std::map<std::string, Column>>& tables() const { return tables_; }

private:
    std::map<std::string, std::map<std::string, Column>> tables_;
};

}  // namespace npusim
