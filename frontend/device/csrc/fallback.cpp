// Operators that the device runs on the host: counted, and allowed, warned about or refused as the user's policy says.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/enum_tag.h>
#include <ATen/Functions.h>
#include <ATen/native/CPUFallback.h>
#include <ATen/ops/convolution_backward_overrideable_native.h>
#include <c10/util/Exception.h>

#include <atomic>
#include <mutex>
#include <tuple>
#include <vector>

#include "device.h"

namespace npusim {
namespace {

using at::Tensor;

std::atomic<FallbackPolicy> policy{FallbackPolicy::warn};

std::mutex& counts_mutex() {
  static auto* mutex = new std::mutex();
  return *mutex;
}

std::map<std::string, int64_t>& counts() {
  static auto* map = new std::map<std::string, int64_t>();
  return *map;
}

int64_t count(const std::string& op) {
  const std::lock_guard<std::mutex> lock(counts_mutex());
  return ++counts()[op];
}

std::string op_name(const c10::OperatorHandle& op) {
  const auto& name = op.operator_name();
  return name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
}

// The device's generators are unknown to CPU kernels: hand over the CPU generator inside. True if the operator was given one.
bool swap_generators(const c10::OperatorHandle& op, torch::jit::Stack& stack) {
  const auto& arguments = op.schema().arguments();
  const size_t first = stack.size() - arguments.size();
  bool found = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto& value = stack[first + i];
    if (!value.isGenerator()) continue;
    found = true;
    const at::Generator generator = value.toGenerator();
    if (generator.device().is_privateuseone()) value = host_generator(generator);
  }
  return found;
}

// Lets the device's default generator draw what the CPU's default generator would have drawn.
class DefaultGeneratorSwap {
 public:
  DefaultGeneratorSwap() : cpu_(at::detail::getDefaultCPUGenerator()), npu_(host_generator(default_generator())) {
    kept_ = cpu_.get_state();
    cpu_.set_state(npu_.get_state());
  }
  ~DefaultGeneratorSwap() {
    npu_.set_state(cpu_.get_state());
    cpu_.set_state(kept_);
  }
  DefaultGeneratorSwap(const DefaultGeneratorSwap&) = delete;
  DefaultGeneratorSwap& operator=(const DefaultGeneratorSwap&) = delete;

 private:
  at::Generator cpu_;
  at::Generator npu_;
  Tensor kept_;
};

bool is_output(const c10::Argument& argument) {
  const auto* alias = argument.alias_info();
  return argument.kwarg_only() && alias != nullptr && alias->isWrite() && argument.type()->kind() == c10::TypeKind::TensorType;
}

// Gives an operator empty tensors in place of its `out` arguments, which it only writes: nothing is copied in, and operators that
// resize a temporary of the result's shape do not warn the user about it. Returns the tensors that were asked for.
std::vector<Tensor> swap_outputs(const c10::OperatorHandle& op, torch::jit::Stack& stack) {
  const auto& arguments = op.schema().arguments();
  const size_t first = stack.size() - arguments.size();
  std::vector<Tensor> outputs;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!is_output(arguments[i])) continue;
    outputs.push_back(stack[first + i].toTensor());
    stack[first + i] = at::empty({0}, outputs.back().options());
  }
  return outputs;
}

// Puts results where they were asked for. An operator with `out` arguments returns exactly those, in order.
void deliver_outputs(const std::vector<Tensor>& outputs, torch::jit::Stack& stack) {
  const size_t first = stack.size() - outputs.size();
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor result = stack[first + i].toTensor();
    if (outputs[i].sizes() != result.sizes()) outputs[i].resize_(result.sizes());
    outputs[i].copy_(result);
    stack[first + i] = outputs[i];
  }
}

void fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  TORCH_CHECK_NOT_IMPLEMENTED(
      op.hasComputedKernelForDispatchKey(c10::DispatchKey::CPU),
      op_name(op), " is not supported on the device npu, and the CPU has no kernel for it either");
  note_fallback(op_name(op));
  const std::vector<Tensor> outputs =
      op.schema().returns().empty() ? std::vector<Tensor>() : swap_outputs(op, *stack);
  const bool has_generator = swap_generators(op, *stack);
  if (!has_generator && op.hasTag(at::Tag::nondeterministic_seeded)) {
    const DefaultGeneratorSwap swap;
    at::native::cpu_fallback(op, stack);
  } else {
    at::native::cpu_fallback(op, stack);
  }
  deliver_outputs(outputs, *stack);
}

Tensor convolution(
    const Tensor& input,
    const Tensor& weight,
    const std::optional<Tensor>& bias,
    at::SymIntArrayRef stride,
    at::SymIntArrayRef padding,
    at::SymIntArrayRef dilation,
    bool transposed,
    at::SymIntArrayRef output_padding,
    c10::SymInt groups) {
  note_fallback("aten::convolution_overrideable");
  const std::optional<Tensor> host_bias = bias ? std::optional<Tensor>(as_cpu(*bias)) : std::nullopt;
  return to_npu(at::convolution_symint(
      as_cpu(input), as_cpu(weight), host_bias, stride, padding, dilation, transposed, output_padding, std::move(groups)));
}

std::tuple<Tensor, Tensor, Tensor> convolution_backward(
    const Tensor& grad_output,
    const Tensor& input,
    const Tensor& weight,
    at::SymIntArrayRef stride,
    at::SymIntArrayRef padding,
    at::SymIntArrayRef dilation,
    bool transposed,
    at::SymIntArrayRef output_padding,
    c10::SymInt groups,
    std::array<bool, 3> output_mask) {
  note_fallback("aten::convolution_backward_overrideable");
  const at::OptionalSymIntArrayRef bias_sizes{};  // only read for its presence, which output_mask repeats
  const c10::SymInt bias_size = transposed ? weight.sym_size(1) * groups : weight.sym_size(0);
  const auto grads = at::convolution_backward_symint(
      as_cpu(grad_output), as_cpu(input), as_cpu(weight),
      output_mask[2] ? at::OptionalSymIntArrayRef(at::SymIntArrayRef(bias_size)) : bias_sizes,
      stride, padding, dilation, transposed, output_padding, std::move(groups), output_mask);
  return {to_npu(std::get<0>(grads)), to_npu(std::get<1>(grads)), to_npu(std::get<2>(grads))};
}

}  // namespace

void set_fallback_policy(FallbackPolicy wanted) {
  policy = wanted;
}

FallbackPolicy fallback_policy() {
  return policy;
}

std::map<std::string, int64_t> fallback_counts() {
  const std::lock_guard<std::mutex> lock(counts_mutex());
  return counts();
}

void reset_fallback_counts() {
  const std::lock_guard<std::mutex> lock(counts_mutex());
  counts().clear();
}

int64_t& quiet_depth() {
  thread_local int64_t depth = 0;
  return depth;
}

void note_fallback(const std::string& op) {
  if (quiet_depth() > 0) return;
  const FallbackPolicy wanted = policy;
  if (wanted == FallbackPolicy::error) report_fallback(op, true);
  if (count(op) == 1 && wanted == FallbackPolicy::warn) report_fallback(op, false);
}

void register_fallback(torch::Library& all, torch::Library& aten) {
  all.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>());
  aten.impl("convolution_overrideable", TORCH_FN(convolution));
  aten.impl("convolution_backward_overrideable", TORCH_FN(convolution_backward));
}

}  // namespace npusim
