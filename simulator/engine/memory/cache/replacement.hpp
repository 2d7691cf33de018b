// Replacement policies: the victim line of a set. A new policy is one class and one line in replacement.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace npusim {

class Replacement {
public:
    virtual ~Replacement() = default;

    // Line `way` of a set is used again.
    virtual void touch(std::size_t set, std::size_t way) = 0;

    // It holds a new line.
    virtual void fill(std::size_t set, std::size_t way) = 0;

    // The line to give up, one of `candidates` (a bit per way, at least one is set; all of them hold lines).
    virtual std::size_t victim(std::size_t set, std::uint64_t candidates) = 0;
};

// lru, fifo, random (a sequence that is always the same), srrip; raises EngineError with these names for any other.
std::unique_ptr<Replacement> make_replacement(const std::string& name, std::size_t sets, std::size_t ways);

}  // namespace npusim
