// Structures of counts. Each lists its members by name, for sums of several of them and for Python.
#pragma once

#include <cstdint>

namespace npusim {

template <class Counts>
struct Count {
    const char* name;
    std::int64_t Counts::* member;
};

template <class Counts>
void add_counts(Counts& total, const Counts& other) {
    for (const Count<Counts>& count : Counts::counts()) total.*count.member += other.*count.member;
}

}  // namespace npusim
