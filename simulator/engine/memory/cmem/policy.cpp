#include "policy.hpp"

#include "../../model/registry.hpp"

namespace npusim {
namespace {

// Only what the program names.
class ManualPolicy final : public ResidencyPolicy {
public:
    explicit ManualPolicy(const CmemConfig&) {}

    bool wants(const Tensor&, std::int64_t) const override { return false; }
    bool prefers(const Tensor&, const Tensor&) const override { return false; }
    ResidencyReason reason() const override { return ResidencyReason::none; }
};

// Tensors of a range of sizes; who comes first stays.
class SizePolicy final : public ResidencyPolicy {
public:
    explicit SizePolicy(const CmemConfig& config) : least_(config.min_tensor_bytes), most_(config.max_tensor_bytes) {}

    bool wants(const Tensor& tensor, std::int64_t) const override {
        return least_ <= tensor.bytes && tensor.bytes <= most_;
    }
    bool prefers(const Tensor&, const Tensor&) const override { return false; }
    ResidencyReason reason() const override { return ResidencyReason::size; }

private:
    std::int64_t least_;
    std::int64_t most_;
};

// Tensors of a range of sizes that have been read as often as the configuration says, once they are read again. One
// that is resident goes for one that has been read more than twice as often: with less, two tensors that are used alike
// would push each other out.
class ReusePolicy final : public ResidencyPolicy {
public:
    explicit ReusePolicy(const CmemConfig& config) : sizes_(config), reuse_permille_(config.reuse_permille) {}

    bool wants(const Tensor& tensor, std::int64_t more_bytes) const override {
        const auto read = static_cast<__int128>(tensor.read_bytes + more_bytes) * 1000;
        return sizes_.wants(tensor, 0) && read > static_cast<__int128>(tensor.bytes) * reuse_permille_;
    }
    bool follows_reads() const override { return true; }
    bool prefers(const Tensor& wanted, const Tensor& resident) const override {
        return static_cast<__int128>(wanted.read_bytes) * resident.bytes >
               static_cast<__int128>(resident.read_bytes) * wanted.bytes * 2;
    }
    ResidencyReason reason() const override { return ResidencyReason::reuse; }

private:
    SizePolicy sizes_;
    std::int64_t reuse_permille_;
};

}  // namespace

// A new policy is one more line here.
std::unique_ptr<ResidencyPolicy> make_residency_policy(const CmemConfig& config) {
    using Policies = Registry<ResidencyPolicy, const CmemConfig&>;
    static const Policies policies("residency policy", {{"manual", Policies::make<ManualPolicy>},
                                                        {"reuse", Policies::make<ReusePolicy>},
                                                        {"size", Policies::make<SizePolicy>}});
    return policies.find_and_make(config.policy, config);
}

}  // namespace npusim
