// Eager operators as compiled kernels (torch.npu.set_eager_mode("compile")): Python compiles and runs them.
#include <ATen/core/enum_tag.h>

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "../device.h"

namespace npusim {
namespace {

using at::Tensor;

std::atomic<bool> compiling{false};

// Above zero inside of a compiled eager operator: what it calls itself must not be compiled once more.
int64_t& depth() {
    thread_local int64_t operators = 0;
    return operators;
}

struct InsideOperator {
    InsideOperator() { ++depth(); }
    ~InsideOperator() { --depth(); }
    InsideOperator(const InsideOperator&) = delete;
    InsideOperator& operator=(const InsideOperator&) = delete;
};

// `x + 2` arrives as `x + tensor(2)` with a mark that only C++ sees, and that decides dtypes.
void unwrap_numbers(torch::jit::Stack& stack, size_t arguments) {
    for (auto value = stack.end() - static_cast<int64_t>(arguments); value != stack.end(); ++value) {
        if (!value->isTensor() || !value->toTensor().defined()) continue;
        const Tensor& tensor = value->toTensor();
        if (tensor.unsafeGetTensorImpl()->is_wrapped_number()) *value = tensor.item();
    }
}

// Operators that torch composes although they are one kernel on a machine; mode's `out` form, the last step of Kaiser
// windows and what `conj_physical_` calls take torch's own devices only.
const std::set<std::string>& whole_operators() {
    static const auto* names = new std::set<std::string>{
        "aten::native_layer_norm", "aten::native_group_norm", "aten::embedding", "aten::cummax",        "aten::cummin",
        "aten::logcumsumexp",      "aten::kaiser_window",     "aten::mode",      "aten::conj_physical_"};
    return *names;
}

// Allocations and copies: of views, and of a whole storage in which a view is written, whose results lie at their
// argument's offset.
bool allocates_and_copies(const std::string& name) {
    static const auto* names =
        new std::set<std::string>{"aten::new_empty_strided", "aten::slice_scatter", "aten::select_scatter",
                                  "aten::diagonal_scatter", "aten::as_strided_scatter"};
    return names->count(name) > 0 || (name.size() > 5 && name.compare(name.size() - 5, 5, "_copy") == 0);
}

std::set<std::string>& taken_over() {
    static auto* names = new std::set<std::string>();
    return *names;
}

}  // namespace

// Operators whose functional forms torch composes of an allocation and the `out` form.
bool is_composed(const c10::OperatorHandle& op) {
    const std::string& name = op.operator_name().name;
    const bool moves_data = !allocates_and_copies(name) && !op.hasTag(at::Tag::inplace_view);
    return whole_operators().count(name) > 0 ||
           (moves_data && op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutogradNonFunctional));
}

// Operators on lists of tensors that torch applies tensor by tensor. Those that read numbers of the host's tensors stay
// as they are.
bool is_for_lists(const c10::OperatorHandle& op) {
    const auto& [name, overload] = op.operator_name();
    const bool reads_host = overload == "Tensor" && name.rfind("aten::_foreach_addc", 0) == 0;
    const bool has_outs = overload.size() >= 3 && overload.compare(overload.size() - 3, 3, "out") == 0;
    return name.rfind("aten::_foreach_", 0) == 0 && !reads_host && !has_outs;
}

void compile_eager_operators(bool wanted) { compiling = wanted; }

bool runs_compiled() { return compiling && depth() == 0 && quiet_depth() == 0; }

void run_compiled(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
    const InsideOperator inside;
    unwrap_numbers(*stack, op.schema().arguments().size());
    // Python's function is the fallback of a key that torch reserves for others and nobody uses: neither kernels nor
    // compositions are registered for it.
    op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::DeferredInit), stack);
}

void run_list(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
    if (runs_compiled()) return run_compiled(op, stack);
    op.callBoxedForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd, *stack);
}

bool is_taken_over(const std::string& op) { return taken_over().count(op) > 0; }

std::vector<std::string> take_over(bool (*wanted)(const c10::OperatorHandle&)) {
    std::vector<std::string> found;
    auto& dispatcher = c10::Dispatcher::singleton();
    for (const auto& name : dispatcher.getAllOpNames()) {
        const auto op = dispatcher.findOp(name);
        if (name.name.rfind("aten::", 0) != 0 || !op || !op->hasSchema()) continue;
        if (op->hasKernelForDispatchKey(c10::DispatchKey::PrivateUse1) || !wanted(*op)) continue;
        found.push_back(op_name(*op));
    }
    taken_over().insert(found.begin(), found.end());
    return found;
}

}  // namespace npusim
