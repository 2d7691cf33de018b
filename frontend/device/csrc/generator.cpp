// Random numbers: a device generator owns a CPU generator, so that one seed gives the same numbers on both devices.
#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/GeneratorImpl.h>
#include <c10/util/Exception.h>

#include "device.h"

namespace npusim {
namespace {

class NpuGenerator final : public c10::GeneratorImpl {
public:
    explicit NpuGenerator(at::Generator host)
        : c10::GeneratorImpl(npusim::device(), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)),
          host_(std::move(host)) {}

    const at::Generator& host() const { return host_; }

    void set_current_seed(uint64_t seed) override { host_.set_current_seed(seed); }
    uint64_t current_seed() const override { return host_.current_seed(); }
    uint64_t seed() override { return host_.seed(); }
    // Pickling a generator of a device asks for an offset; all of this one's state is in `get_state`.
    void set_offset(uint64_t offset) override { TORCH_CHECK(offset == 0, "generators of npu have no offset"); }
    uint64_t get_offset() const override { return 0; }
    void set_state(const c10::TensorImpl& state) override { host_.unsafeGetGeneratorImpl()->set_state(state); }
    c10::intrusive_ptr<c10::TensorImpl> get_state() const override {
        return host_.unsafeGetGeneratorImpl()->get_state();
    }

protected:
    NpuGenerator* clone_impl() const override { return new NpuGenerator(host_.clone()); }

private:
    mutable at::Generator host_;
};

}  // namespace

at::Generator new_generator() { return at::make_generator<NpuGenerator>(at::detail::createCPUGenerator()); }

const at::Generator& default_generator() {
    static const auto* generator = new at::Generator(new_generator());
    return *generator;
}

at::Generator host_generator(const at::Generator& generator) {
    const auto* impl = dynamic_cast<NpuGenerator*>(generator.unsafeGetGeneratorImpl());
    TORCH_CHECK(impl != nullptr, "expected a generator of the device npu, got one of ", generator.device());
    return impl->host();
}

}  // namespace npusim
