// What the device does itself: storage, views, copies and fills. None of these count as host fallbacks.
#include <ATen/EmptyTensor.h>
#include <ATen/Functions.h>
#include <ATen/NativeFunctions.h>
#include <c10/util/Exception.h>

#include <atomic>
#include <utility>

#include "../device.h"

namespace npusim {
namespace {

using at::IntArrayRef;
using at::Tensor;

c10::DispatchKeySet device_keys() { return c10::DispatchKeySet(c10::DispatchKey::PrivateUse1); }

void check_options(std::optional<at::Layout> layout, std::optional<at::Device> wanted, std::optional<bool> pinned) {
    TORCH_CHECK(!layout || *layout == at::kStrided,
                "the device npu holds strided and sparse compressed tensors only, not ", *layout);
    TORCH_CHECK(!pinned.value_or(false),
                "only host memory can be pinned; leave pin_memory out for a tensor on the npu");
    TORCH_CHECK(!wanted || wanted->index() <= 0, "there is one npu, npu:0; ", *wanted, " does not exist");
}

Tensor empty(IntArrayRef size, std::optional<at::ScalarType> dtype, std::optional<at::Layout> layout,
             std::optional<at::Device> wanted, std::optional<bool> pinned, std::optional<at::MemoryFormat> format) {
    check_options(layout, wanted, pinned);
    return at::detail::empty_generic(size, device_allocator(), device_keys(), at::dtype_or_default(dtype), format);
}

Tensor empty_strided(IntArrayRef size, IntArrayRef stride, std::optional<at::ScalarType> dtype,
                     std::optional<at::Layout> layout, std::optional<at::Device> wanted, std::optional<bool> pinned) {
    check_options(layout, wanted, pinned);
    return at::detail::empty_strided_generic(size, stride, device_allocator(), device_keys(),
                                             at::dtype_or_default(dtype));
}

// Between the host and the device, and what a copy inside of the device is when eager operators are not compiled.
Tensor copy_from(const Tensor& self, const Tensor& destination, bool non_blocking) {
    if (!destination.is_privateuseone() && is_poison(self)) report_poison(self, "a copy of it goes to the host");
    as_cpu(destination).copy_(as_cpu(self), non_blocking);
    mark_copied(self, destination);
    return destination;
}

void copy(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
    const auto arguments = stack->end() - 3;  // self, destination, non_blocking
    const bool stays = arguments[0].toTensor().is_privateuseone() && arguments[1].toTensor().is_privateuseone();
    if (stays && runs_compiled()) return run_compiled(op, stack);
    const bool non_blocking = torch::jit::pop(*stack).toBool();
    const Tensor destination = torch::jit::pop(*stack).toTensor();
    const Tensor self = torch::jit::pop(*stack).toTensor();
    stack->emplace_back(copy_from(self, destination, non_blocking));
}

Tensor copy_from_and_resize(const Tensor& self, const Tensor& destination) {
    destination.resize_(self.sizes());
    return copy_from(self, destination, false);
}

at::Scalar local_scalar_dense(const Tensor& self) {
    if (!is_poison(self)) return at::native::_local_scalar_dense_cpu(cpu_alias(self));
    report_poison(self, "a number is read from it (item(), a condition, a size), which is taken to be 0");
    return at::native::_local_scalar_dense_cpu(at::zeros({}, self.options().device(at::kCPU)));
}

Tensor& zero_(Tensor& self) {
    cpu_alias(self).zero_();
    mark_written(self);
    return self;
}

Tensor& fill_scalar_(Tensor& self, const at::Scalar& value) {
    cpu_alias(self).fill_(value);
    mark_written(self);
    return self;
}

Tensor& fill_tensor_(Tensor& self, const Tensor& value) {
    cpu_alias(self).fill_(as_cpu(value));
    mark_copied(value, self);
    return self;
}

Tensor& set_storage_(Tensor& self, at::Storage source, int64_t offset, IntArrayRef size, IntArrayRef stride) {
    TORCH_CHECK(source.device_type() == c10::DeviceType::PrivateUse1, "cannot put a storage on ", source.device(),
                " into an npu tensor");
    return at::native::set_storage_cpu_(self, std::move(source), offset, size, stride);
}

Tensor& set_whole_storage_(Tensor& self, at::Storage source) {
    const auto elements = static_cast<int64_t>(source.nbytes() / self.dtype().itemsize());
    return set_storage_(self, std::move(source), 0, {elements}, {});
}

Tensor& set_nothing_(Tensor& self) {
    c10::Storage storage(c10::Storage::use_byte_size_t(), 0, device_allocator(), true);
    return set_storage_(self, std::move(storage), 0, {0}, {});
}

// Values are complete when a launch returns, so memory can be used again at once.
void record_stream(Tensor& /*self*/, at::Stream /*stream*/) {}

// A transformer's encoder asks whether a padded batch can become a nested tensor, and else leaves it padded.
bool nested_tensor_from_mask_left_aligned(const Tensor& /*rows*/, const Tensor& /*mask*/) { return false; }

Tensor& set_tensor_(Tensor& self, const Tensor& source) { return at::native::set_tensor_(self, source); }

}  // namespace

at::Tensor as_cpu(const at::Tensor& tensor) {
    if (!tensor.defined() || !tensor.is_privateuseone()) return tensor;
    HostWork::touch(tensor);
    return cpu_alias(tensor);
}

at::Tensor host_tensor(const std::string& op, const at::Tensor& tensor) {
    TORCH_CHECK(!tensor.defined() || tensor.is_privateuseone() || tensor.dim() == 0, "expected all tensors of ", op,
                " to be on the same device, but found npu:0 and ", tensor.device());
    return as_cpu(tensor);
}

at::Tensor to_npu(const at::Tensor& tensor) {
    if (!tensor.defined()) return tensor;
    const bool poison = HostWork::reads_poison();
    at::Tensor there = tensor.to(device());
    if (poison) mark_poison(there);
    return there;
}

namespace {

std::atomic<int64_t> accesses{0};

// A CPU tensor over device memory; `release` is called when it is gone.
template <class Release>
Tensor alias_of(const Tensor& tensor, Release release) {
    ++accesses;
    TORCH_CHECK(tensor.is_privateuseone(), "expected a tensor on the npu, got one on ", tensor.device());
    Tensor alias = at::from_blob(tensor.data_ptr(), tensor.sizes(), tensor.strides(), std::move(release),
                                 tensor.options().device(at::kCPU).requires_grad(false));
    // Bits, not values: a conjugated or negated view keeps its flag.
    alias._set_conj(tensor.is_conj());
    alias._set_neg(tensor.is_neg());
    return alias;
}

}  // namespace

int64_t host_accesses() { return accesses; }

at::Tensor cpu_alias(const at::Tensor& tensor) {
    return alias_of(tensor, [](void*) {});
}

at::Tensor host_view(const at::Tensor& tensor) {
    return alias_of(tensor, [storage = tensor.storage()](void*) {});
}

namespace {

// A copy resolves lazy conjugation and negation itself; torch's own way to do it ahead of an operator is a copy.
void register_lazy_copies() {
    for (const auto key : {c10::DispatchKey::Conjugate, c10::DispatchKey::Negative}) {
        auto* aten = new torch::Library(torch::Library::IMPL, "aten", key, __FILE__, __LINE__);
        aten->impl("_copy_from", torch::CppFunction::makeFallthrough());
        aten->impl("_copy_from_and_resize", torch::CppFunction::makeFallthrough());
    }
}

}  // namespace

void register_ops(torch::Library& aten) {
    aten.impl("empty.memory_format", TORCH_FN(empty));
    aten.impl("empty_strided", TORCH_FN(empty_strided));
    aten.impl("as_strided", TORCH_FN(at::native::as_strided_tensorimpl));
    aten.impl("resize_", TORCH_FN(resize_));
    aten.impl("_reshape_alias", TORCH_FN(at::native::_reshape_alias));
    aten.impl("view", TORCH_FN(at::native::view));
    aten.impl("unfold", TORCH_FN(at::native::unfold));
    aten.impl("view_as_real", TORCH_FN(at::native::view_as_real));
    aten.impl("view_as_complex", TORCH_FN(at::native::view_as_complex));
    aten.impl("_copy_from", torch::CppFunction::makeFromBoxedFunction<&copy>());
    aten.impl("_copy_from_and_resize", TORCH_FN(copy_from_and_resize));
    aten.impl("_local_scalar_dense", TORCH_FN(local_scalar_dense));
    aten.impl("zero_", NPUSIM_COMPILED_OR(zero_));
    aten.impl("fill_.Scalar", NPUSIM_COMPILED_OR(fill_scalar_));
    aten.impl("fill_.Tensor", NPUSIM_COMPILED_OR(fill_tensor_));
    aten.impl("record_stream", TORCH_FN(record_stream));
    aten.impl("_nested_tensor_from_mask_left_aligned", TORCH_FN(nested_tensor_from_mask_left_aligned));
    aten.impl("is_set_to", TORCH_FN(at::native::is_set_to));
    aten.impl("set_", TORCH_FN(set_nothing_));
    aten.impl("set_.source_Tensor", TORCH_FN(set_tensor_));
    aten.impl("set_.source_Storage", TORCH_FN(set_whole_storage_));
    aten.impl("set_.source_Storage_storage_offset", TORCH_FN(set_storage_));
    register_lazy_copies();
}

}  // namespace npusim
