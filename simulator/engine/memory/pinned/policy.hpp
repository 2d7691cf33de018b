// Which tensors a pinned memory takes besides those that the program names. A new policy is one class and one line in
// policy.cpp.
#pragma once

#include <memory>

#include "../../model/config.hpp"
#include "tensor.hpp"

namespace npusim {

class PinningPolicy {
public:
    virtual ~PinningPolicy() = default;

    // Whether the tensor belongs into the pinned memory, by what is known of it and `more_bytes` that are being read.
    virtual bool wants(const Tensor& tensor, std::int64_t more_bytes) const = 0;

    // Whether reads can change the answer.
    virtual bool follows_reads() const { return false; }

    // Whether `wanted` is worth more than `pinned`, which would have to go for it.
    virtual bool prefers(const Tensor& wanted, const Tensor& pinned) const = 0;

    // What the report says.
    virtual PinReason reason() const = 0;
};

// manual, reuse, size; raises EngineError with these names for any other.
std::unique_ptr<PinningPolicy> make_pinning_policy(const PinnedConfig& config);

}  // namespace npusim
