// torch.autocast("npu"): the operator lists that torch keeps for all accelerators.
#include <ATen/autocast_mode.h>

#include "../device.h"

namespace npusim {

// The macros register on a library called `m`.
static void register_casts(torch::Library& m) {
    using namespace at;  // one of the lists spells its types without at::
#define NPUSIM_LOWER_PRECISION(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, lower_precision_fp)
#define NPUSIM_FP32(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32)
#define NPUSIM_FP32_SET_OPT_DTYPE(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32_set_opt_dtype)
#define NPUSIM_PROMOTE(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, promote)
    AT_FORALL_LOWER_PRECISION_FP(NPUSIM_LOWER_PRECISION)
    AT_FORALL_FP32(NPUSIM_FP32)
    AT_FORALL_FP32_SET_OPT_DTYPE(NPUSIM_FP32_SET_OPT_DTYPE)
    AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)
    AT_FORALL_PROMOTE(NPUSIM_PROMOTE)
#undef NPUSIM_LOWER_PRECISION
#undef NPUSIM_FP32
#undef NPUSIM_FP32_SET_OPT_DTYPE
#undef NPUSIM_PROMOTE
}

// As on other accelerators: a sigmoid in lower precision gives exactly 0 or 1, whose logarithm is infinite.
static at::Tensor refuse_binary_cross_entropy(const at::Tensor&, const at::Tensor&, const std::optional<at::Tensor>&,
                                              int64_t) {
    TORCH_CHECK(false,
                "binary_cross_entropy and BCELoss are unsafe under autocast; use binary_cross_entropy_with_logits or "
                "BCEWithLogitsLoss on the values in front of the sigmoid");
}

void register_autocast() {
    static auto* all =
        new torch::Library(torch::Library::IMPL, "_", c10::DispatchKey::AutocastPrivateUse1, __FILE__, __LINE__);
    all->fallback(torch::CppFunction::makeFallthrough());
    static auto* aten =
        new torch::Library(torch::Library::IMPL, "aten", c10::DispatchKey::AutocastPrivateUse1, __FILE__, __LINE__);
    register_casts(*aten);
    aten->impl("binary_cross_entropy", TORCH_FN(refuse_binary_cross_entropy));
}

}  // namespace npusim
