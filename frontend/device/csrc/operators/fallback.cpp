// Operators that the device runs on the host.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Functions.h>
#include <ATen/core/enum_tag.h>
#include <ATen/ops/_nested_tensor_size_native.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "../device.h"

namespace npusim {
namespace {

using at::Tensor;

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

// What an operator was called with, and what must happen to its results afterwards.
struct Call {
    std::vector<Tensor> outputs;  // `out` arguments as they were given
    bool given_generator = false;
};

bool is_output(const c10::Argument& argument) {
    const auto* alias = argument.alias_info();
    return argument.kwarg_only() && alias != nullptr && alias->isWrite() &&
           argument.type()->kind() == c10::TypeKind::TensorType;
}

// CPU tensors with dimensions that these operators take next to device tensors.
bool mixes_devices(const c10::OperatorHandle& op) {
    static const auto* names = new std::set<std::string>{"aten::index",
                                                         "aten::index_put",
                                                         "aten::index_put_",
                                                         "aten::_index_put_impl_",
                                                         "aten::_unsafe_index",
                                                         "aten::_unsafe_index_put",
                                                         "aten::_pack_padded_sequence",
                                                         "aten::_pack_padded_sequence_backward"};
    const auto& name = op.operator_name().name;
    return name.rfind("aten::", 0) != 0 || names->count(name) > 0;
}

// Operators that tell the host something: a size, a number, an answer.
bool informs_host(const c10::OperatorHandle& op) {
    if (op.hasTag(at::Tag::dynamic_output_shape) || op.hasTag(at::Tag::data_dependent_output)) return true;
    const auto& returns = op.schema().returns();
    return std::any_of(returns.begin(), returns.end(), [](const c10::Argument& result) {
        const c10::TypePtr type =
            result.type()->kind() == c10::TypeKind::ListType ? result.type()->containedType(0) : result.type();
        return !type->isSubtypeOf(*c10::OptionalType::ofTensor());
    });
}

// Whether an argument (by its place) of such an operator makes the answer; of these, the first is only selected from.
bool informs_host(const c10::OperatorHandle& op, size_t place) {
    static const auto* names = new std::set<std::string>{"aten::index", "aten::masked_select"};
    return informs_host(op) && (place > 0 || names->count(op.operator_name().name) == 0);
}

Tensor host_argument(const c10::OperatorHandle& op, const Tensor& tensor, size_t place) {
    if (is_poison(tensor) && informs_host(op, place)) {
        report_poison(tensor, op_name(op) + " computes a size or an answer from it, which is taken to be all 0");
        HostWork::touch(tensor);
        return at::zeros(tensor.sizes(), tensor.options().device(at::kCPU));
    }
    return mixes_devices(op) ? as_cpu(tensor) : host_tensor(op_name(op), tensor);
}

c10::IValue host_tensors(const c10::OperatorHandle& op, const c10::List<Tensor>& tensors, size_t place) {
    c10::List<Tensor> hosts;
    for (const Tensor& tensor : tensors.vec()) hosts.push_back(host_argument(op, tensor, place));
    return hosts;
}

c10::IValue host_optional_tensors(const c10::OperatorHandle& op, const c10::List<std::optional<Tensor>>& tensors,
                                  size_t place) {
    c10::List<std::optional<Tensor>> hosts;
    for (const std::optional<Tensor> tensor : tensors) {
        hosts.push_back(tensor ? std::optional<Tensor>(host_argument(op, *tensor, place)) : std::nullopt);
    }
    return hosts;
}

c10::IValue host_value(const c10::OperatorHandle& op, const c10::IValue& value, size_t place) {
    if (value.isTensor()) return host_argument(op, value.toTensor(), place);
    if (value.isTensorList()) return host_tensors(op, value.toTensorList(), place);
    if (value.isOptionalTensorList()) return host_optional_tensors(op, value.toOptionalTensorList(), place);
    if (value.isDevice() && value.toDevice().is_privateuseone()) return at::Device(at::kCPU);
    if (value.isGenerator() && value.toGenerator().device().is_privateuseone())
        return host_generator(value.toGenerator());
    return value;
}

// The first argument that is the same tensor as argument number `output`: itself, or an operand before it.
size_t first_use(const torch::jit::Stack& arguments, size_t output) {
    const auto is_it = [&](const c10::IValue& other) { return other.isTensor() && other.is(arguments[output]); };
    return static_cast<size_t>(std::find_if(arguments.begin(), arguments.end(), is_it) - arguments.begin());
}

// Device tensors become CPU tensors over the same memory, so that what an operator writes, even without saying so in
// its schema (batch_norm's running statistics), arrives. `out` arguments become empty tensors: an operator only writes
// them, and may resize a temporary of the result's shape, about which torch would warn. One that is an operand too
// stays that operand's CPU tensor: operators refuse to resize what they read.
Call put_arguments_on_host(const c10::OperatorHandle& op, torch::jit::Stack& stack) {
    const auto& arguments = op.schema().arguments();
    const size_t first = stack.size() - arguments.size();
    const torch::jit::Stack given(stack.begin() + static_cast<int64_t>(first), stack.end());
    Call call;
    for (size_t i = 0; i < arguments.size(); ++i) {  // outputs come after operands
        c10::IValue& value = stack[first + i];
        call.given_generator |= value.isGenerator();
        if (!is_output(arguments[i])) {
            value = host_value(op, value, i);
            continue;
        }
        call.outputs.push_back(value.toTensor());
        const size_t operand = first_use(given, i);
        value = operand == i ? c10::IValue(at::empty({0}, value.toTensor().options().device(at::kCPU)))
                             : stack[first + operand];
    }
    return call;
}

// Where an operator resizes its `out`, it chooses the strides too.
Tensor deliver(const Tensor& output, const Tensor& result) {
    if (output.sizes() == result.sizes()) return output.copy_(result);
    output.resize_(result.sizes());
    if (result.is_non_overlapping_and_dense())
        output.unsafeGetTensorImpl()->set_sizes_and_strides(result.sizes(), result.strides());
    return output.copy_(result);
}

c10::IValue device_value(const c10::IValue& value) {
    if (value.isTensor()) return to_npu(value.toTensor());
    if (!value.isTensorList()) return value;
    c10::List<Tensor> tensors;
    for (const Tensor& tensor : value.toTensorList().vec()) tensors.push_back(to_npu(tensor));
    return tensors;
}

// The argument that a result is, by the schema (`Tensor(a!) self -> Tensor(a!)`), or -1.
int64_t written_argument(const c10::FunctionSchema& schema, size_t result) {
    const auto* alias = schema.returns()[result].alias_info();
    if (alias == nullptr || !alias->isWrite()) return -1;
    for (size_t i = 0; i < schema.arguments().size(); ++i) {
        const auto* other = schema.arguments()[i].alias_info();
        if (other != nullptr && other->isWrite() && other->beforeSets() == alias->beforeSets())
            return static_cast<int64_t>(i);
    }
    return -1;
}

void put_results_on_device(const c10::OperatorHandle& op, const torch::jit::Stack& given, const Call& call,
                           torch::jit::Stack& stack) {
    const auto& schema = op.schema();
    const size_t first = stack.size() - schema.returns().size();
    size_t outputs = 0;
    for (size_t i = 0; i < schema.returns().size(); ++i) {
        c10::IValue& value = stack[first + i];
        const int64_t argument = written_argument(schema, i);
        if (argument < 0) {
            value = device_value(value);
        } else if (is_output(schema.arguments()[argument])) {
            value = deliver(call.outputs[outputs++], value.toTensor());
        } else {
            value = given[argument];
        }
    }
}

bool is_running_statistic(const c10::Argument& argument) {  // written without the schema saying so
    return argument.name() == "running_mean" || argument.name() == "running_var";
}

// What was computed of poison values is poison.
void mark_results(const c10::OperatorHandle& op, const torch::jit::Stack& given, const torch::jit::Stack& stack) {
    const auto& schema = op.schema();
    const auto mark = [](const c10::IValue& value) {
        if (value.isTensor()) mark_poison(value.toTensor());
        if (!value.isTensorList()) return;
        for (const Tensor& tensor : value.toTensorList().vec()) mark_poison(tensor);
    };
    for (size_t i = 0; i < given.size(); ++i) {
        const c10::Argument& argument = schema.arguments()[i];
        const auto* alias = argument.alias_info();
        if ((alias != nullptr && alias->isWrite()) || is_running_statistic(argument)) mark(given[i]);
    }
    std::for_each(stack.end() - static_cast<int64_t>(schema.returns().size()), stack.end(), mark);
}

void run_on_host(const c10::OperatorHandle& op, torch::jit::Stack& stack, bool given_generator) {
    const bool draws = !given_generator && op.hasTag(at::Tag::nondeterministic_seeded);
    std::optional<DefaultGeneratorSwap> swap;
    if (draws) swap.emplace();
    op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), &stack);
}

void fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
    if (runs_compiled()) return run_compiled(op, stack);
    TORCH_CHECK_NOT_IMPLEMENTED(op.hasComputedKernelForDispatchKey(c10::DispatchKey::CPU), op_name(op),
                                " is not supported on the device npu, and the CPU has no kernel for it either");
    const HostWork work(op_name(op));
    const torch::jit::Stack given(stack->end() - static_cast<int64_t>(op.schema().arguments().size()), stack->end());
    const Call call = put_arguments_on_host(op, *stack);
    const bool reads_poison = HostWork::reads_poison();
    run_on_host(op, *stack, call.given_generator);
    put_results_on_device(op, given, call, *stack);
    if (reads_poison) mark_results(op, given, *stack);
}

// Compiled programs draw the seeds of their random kernels this way. Choosing a seed is the host's part on every
// accelerator, so the full range of int64 does not count; any other range is a program's own random numbers.
bool draws_seeds(const torch::jit::Stack& stack) {
    using limits = std::numeric_limits<int64_t>;
    const auto low = stack.end() - 4;  // low, high, size, out
    return low[0].toInt() == limits::min() && low[1].toInt() == limits::max();
}

void draw_integers(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
    if (!draws_seeds(*stack)) return fallback(op, stack);
    Tensor out = torch::jit::pop(*stack).toTensor();
    const auto size = torch::jit::pop(*stack).toIntVector();
    const int64_t high = torch::jit::pop(*stack).toInt(), low = torch::jit::pop(*stack).toInt();
    const DefaultGeneratorSwap swap;
    stack->emplace_back(deliver(out, at::randint(low, high, size, out.options().device(at::kCPU))));
}

// Histograms of whole numbers, which the CPU lacks and CUDA has: libraries take them for granted on accelerators.
void count_values(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
    c10::IValue& values = torch::jit::peek(*stack, 0, op.schema().arguments().size());
    const at::ScalarType type = values.toTensor().scalar_type();
    if (!at::isIntegralType(type, /*includeBool=*/false)) return fallback(op, stack);
    values = values.toTensor().to(at::kDouble);
    fallback(op, stack);
    stack->emplace_back(torch::jit::pop(*stack).toTensor().to(type));
}

// An assertion about poison values cannot fail.
bool may_check(const Tensor& condition) {
    if (is_poison(condition)) report_poison(condition, "an assertion is made about it, which is taken to hold");
    return !is_poison(condition);
}

void assert_async(const Tensor& condition) {
    const HostWork work("aten::_assert_async");
    if (may_check(condition)) at::_assert_async(as_cpu(condition));
}

void assert_async_with_message(const Tensor& condition, c10::string_view message) {
    const HostWork work("aten::_assert_async.msg");
    if (may_check(condition)) at::_assert_async(as_cpu(condition), message);
}

Tensor convolution(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                   at::SymIntArrayRef stride, at::SymIntArrayRef padding, at::SymIntArrayRef dilation, bool transposed,
                   at::SymIntArrayRef output_padding, c10::SymInt groups) {
    const std::string op = "aten::convolution_overrideable";
    const HostWork work(op);
    const std::optional<Tensor> host_bias = bias ? std::optional<Tensor>(host_tensor(op, *bias)) : std::nullopt;
    return to_npu(at::convolution_symint(host_tensor(op, input), host_tensor(op, weight), host_bias, stride, padding,
                                         dilation, transposed, output_padding, std::move(groups)));
}

std::tuple<Tensor, Tensor, Tensor> convolution_backward(const Tensor& grad_output, const Tensor& input,
                                                        const Tensor& weight, at::SymIntArrayRef stride,
                                                        at::SymIntArrayRef padding, at::SymIntArrayRef dilation,
                                                        bool transposed, at::SymIntArrayRef output_padding,
                                                        c10::SymInt groups, std::array<bool, 3> output_mask) {
    const HostWork work("aten::convolution_backward_overrideable");
    const at::OptionalSymIntArrayRef bias_sizes{};  // only read for its presence, which output_mask repeats
    const c10::SymInt bias_size = transposed ? weight.sym_size(1) * groups : weight.sym_size(0);
    const auto grads = at::convolution_backward_symint(
        as_cpu(grad_output), as_cpu(input), as_cpu(weight),
        output_mask[2] ? at::OptionalSymIntArrayRef(at::SymIntArrayRef(bias_size)) : bias_sizes, stride, padding,
        dilation, transposed, output_padding, std::move(groups), output_mask);
    return {to_npu(std::get<0>(grads)), to_npu(std::get<1>(grads)), to_npu(std::get<2>(grads))};
}

void refuse_layout(const c10::OperatorHandle& op, torch::jit::Stack*) {
    TORCH_CHECK_NOT_IMPLEMENTED(false, op_name(op),
                                ": the device npu holds strided and sparse compressed tensors only; sparse COO, "
                                "quantized and nested ones stay on the CPU");
}

void refuse_other_layouts() {
    for (const auto key : {c10::DispatchKey::SparsePrivateUse1, c10::DispatchKey::QuantizedPrivateUse1,
                           c10::DispatchKey::NestedTensorPrivateUse1}) {
        auto* library = new torch::Library(torch::Library::IMPL, "_", key, __FILE__, __LINE__);
        library->fallback(torch::CppFunction::makeFromBoxedFunction<&refuse_layout>());
    }
    // Autograd asks for the sizes of what it differentiates where an exception would end the process.
    auto* nested =
        new torch::Library(torch::Library::IMPL, "aten", c10::DispatchKey::NestedTensorPrivateUse1, __FILE__, __LINE__);
    nested->impl("_nested_tensor_size", &at::native::_nested_tensor_size);
}

}  // namespace

std::string op_name(const c10::OperatorHandle& op) {
    const auto& name = op.operator_name();
    return name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
}

void register_fallback(torch::Library& all, torch::Library& aten) {
    all.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>());
    refuse_other_layouts();
    for (const std::string& op : take_over(is_composed))
        aten.impl(op.c_str(), torch::CppFunction::makeFromBoxedFunction<&fallback>());
    for (const std::string& op : take_over(is_for_lists))
        aten.impl(op.c_str(), torch::CppFunction::makeFromBoxedFunction<&run_list>());
    aten.impl("randint.low_out", torch::CppFunction::makeFromBoxedFunction<&draw_integers>());
    aten.impl("histc", torch::CppFunction::makeFromBoxedFunction<&count_values>());
    aten.impl("_assert_async", NPUSIM_COMPILED_OR(assert_async));
    aten.impl("_assert_async.msg", NPUSIM_COMPILED_OR(assert_async_with_message));
    aten.impl("convolution_overrideable", NPUSIM_COMPILED_OR(convolution));
    aten.impl("convolution_backward_overrideable", NPUSIM_COMPILED_OR(convolution_backward));
}

}  // namespace npusim
