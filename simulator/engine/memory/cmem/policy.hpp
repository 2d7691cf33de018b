// Policies that select tensors for the CMEM, besides those that the program names. A new policy is one class and one
// line in policy.cpp.
#pragma once

#include <memory>

#include "../../model/config.hpp"
#include "tensor.hpp"

namespace npusim {

class ResidencyPolicy {
public:
    virtual ~ResidencyPolicy() = default;

    // Whether the tensor belongs into the CMEM, by what is known of it and `more_bytes` that are being read.
    virtual bool wants(const Tensor& tensor, std::int64_t more_bytes) const = 0;

    // Whether reads can change the answer.
    virtual bool follows_reads() const { return false; }

    // Whether `wanted` is worth more than `resident`, which would have to go for it.
    virtual bool prefers(const Tensor& wanted, const Tensor& resident) const = 0;

    // What the report says.
    virtual ResidencyReason reason() const = 0;
};

// manual, reuse, size; raises EngineError with these names for any other.
std::unique_ptr<ResidencyPolicy> make_residency_policy(const CmemConfig& config);

}  // namespace npusim
