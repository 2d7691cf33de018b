// Whether a module's parameter may become a device tensor in place (`model.to("npu")`).
#include <c10/core/DispatchKeySet.h>

#include "../device.h"

namespace npusim {
namespace {

using c10::BackendComponent;
using c10::DispatchKey;
using c10::DispatchKeySet;

// What `TensorImpl::has_compatible_shallow_copy_type` calls dense, with this device among the backends.
bool is_dense(DispatchKeySet keys) {
    constexpr DispatchKeySet backends({BackendComponent::CPUBit, BackendComponent::CUDABit, BackendComponent::MPSBit,
                                       BackendComponent::HIPBit, BackendComponent::XPUBit, BackendComponent::HPUBit,
                                       BackendComponent::MTIABit, BackendComponent::PrivateUse1Bit});
    return keys.has_any(DispatchKeySet(DispatchKey::Dense)) && keys.has_any(backends);
}

bool has_compatible_shallow_copy_type(const at::Tensor& self, const at::Tensor& from) {
    return self.unsafeGetTensorImpl()->has_compatible_shallow_copy_type(from.key_set()) ||
           (is_dense(self.key_set()) && is_dense(from.key_set()));
}

}  // namespace

// The backends that torch knows by name may exchange dense tensors; a PrivateUse1 device says so itself, with this
// operator. Without it every conversion of a module makes new parameters: tied weights come apart, and optimizers keep
// the old ones.
void register_parameter_exchange() {
    for (const auto key :
         {DispatchKey::PrivateUse1, DispatchKey::AutogradPrivateUse1, DispatchKey::SparseCsrPrivateUse1}) {
        auto* aten = new torch::Library(torch::Library::IMPL, "aten", key, __FILE__, __LINE__);
        aten->impl("_has_compatible_shallow_copy_type", TORCH_FN(has_compatible_shallow_copy_type));
    }
}

}  // namespace npusim
