// What the parts of the device share.
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <c10/core/Device.h>
#include <c10/core/Stream.h>
#include <torch/library.h>

#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace npusim {

inline c10::Device device() { return {c10::DeviceType::PrivateUse1, 0}; }

// --- allocator.cpp, host_memory.cpp
c10::Allocator* device_allocator();
void register_device_allocator();
void register_host_allocator();
c10::Allocator* pinned_allocator();
bool is_pinned(const void* pointer);

// --- python.cpp: what Python answers.
struct SimulatedTime {
    int64_t time_ps;  // negative: the simulation has no time (mode functional)
    int64_t clock;    // number of the simulation that says so; 0: none has started yet
};
// When everything launched on the stream so far is done.
SimulatedTime stream_time(int64_t stream);
// Nothing launched on the stream from now on starts before this time.
void wait_until(int64_t stream, SimulatedTime time);
// The calling thread launches on this stream from now on.
void stream_changed(int64_t stream);
// Returns when the time of all launches is known.
void synchronize();
// Raises HostFallbackError, or warns.
void report_fallback(const std::string& op, bool refuse);
// A poison value reaches the host: raises PoisonValueError, or warns once per place of the program.
void report_poison(const at::Tensor& tensor, const std::string& what);
// One launch while torch.profiler runs. Negative simulated times: mode functional, which has none.
struct ProfiledLaunch {
    std::string kernel;
    uint64_t correlation;  // of the operator that launched it
    int64_t stream;
    int64_t start_ps, end_ps;            // of simulated time, from the beginning of the profile
    int64_t host_start_ns, host_end_ns;  // since 1970
    int64_t thread;
};
void follow_launches(bool is_followed);
std::vector<ProfiledLaunch> followed_launches();
// Launches of this thread are recorded from now on; what was recorded gets a number.
void begin_graph();
int64_t end_graph();
void replay_graph(int64_t graph);
void forget_graph(int64_t graph);
void dump_graph(int64_t graph, const std::string& path);
void define_questions(torch::Library& library);

// --- poison.cpp: device memory whose values nobody computed.
bool is_poison(const at::Tensor& tensor);
void mark_poison(const at::Tensor& tensor);
// Somebody computed all of its values.
void mark_written(const at::Tensor& tensor);
// The destination's values are the source's now.
void mark_copied(const at::Tensor& source, const at::Tensor& destination);
// A storage that grows moves; its poison moves along.
const at::Tensor& resize_(const at::Tensor& self, at::IntArrayRef size, std::optional<at::MemoryFormat> format);

// --- guard.cpp
void register_guard();

// --- generator.cpp
const at::Generator& default_generator();
at::Generator new_generator();
// The CPU generator that draws a device generator's numbers.
at::Generator host_generator(const at::Generator& generator);

// --- hooks.cpp
void register_hooks();

// --- ops.cpp
// The same memory as a CPU tensor: no copy, same sizes, strides and dtype. The caller keeps `tensor` alive.
at::Tensor cpu_alias(const at::Tensor& tensor);
// The same, but the alias keeps the memory.
at::Tensor host_view(const at::Tensor& tensor);
// How often the host has read or written device memory so far.
int64_t host_accesses();
// The same for tensors that may be on the CPU already, or undefined.
at::Tensor as_cpu(const at::Tensor& tensor);
// The same for an operator's argument: a CPU tensor next to device tensors must have no dimensions.
at::Tensor host_tensor(const std::string& op, const at::Tensor& tensor);
// A copy on the device; undefined stays undefined. Poison when this thread's host operator got poison values.
at::Tensor to_npu(const at::Tensor& tensor);
void register_ops(torch::Library& aten);

// --- host_work.cpp: operators that run on the host, and what the user wants to happen then.
enum class FallbackPolicy : int { allow = 0, warn = 1, error = 2 };
void set_fallback_policy(FallbackPolicy policy);
FallbackPolicy fallback_policy();
std::map<std::string, int64_t> fallback_counts();
void reset_fallback_counts();
// While it is above zero in a thread, host operators of that thread are neither counted nor refused.
int64_t& quiet_depth();
// An operator that runs on the host while this object lives: counted, with the device memory that the host touches for
// it (what a machine would copy). The constructor throws when the policy says so. What the operator calls meets lazy
// conjugates as outside of any mode.
class HostWork {
public:
    explicit HostWork(std::string op);
    ~HostWork();
    HostWork(const HostWork&) = delete;
    HostWork& operator=(const HostWork&) = delete;
    // The host reads or writes a tensor of the device; counts for this thread's innermost operator, if there is one.
    static void touch(const at::Tensor& tensor);
    // Whether this thread's innermost operator got values that nobody computed.
    static bool reads_poison();

private:
    std::string op_;
    int64_t bytes_ = 0;
    bool reads_poison_ = false;
    HostWork* outer_;
    c10::impl::ForceDispatchKeyGuard keys_;
};
struct HostCount {
    int64_t calls = 0;
    int64_t bytes = 0;
};
// What ran on the host since the process started; not reset.
std::map<std::string, HostCount> host_operators();

// --- fallback.cpp: how operators run on the host.
void register_fallback(torch::Library& all, torch::Library& aten);

// The operator's name with its overload, as reports and policies call it.
std::string op_name(const c10::OperatorHandle& op);

// --- eager.cpp: eager operators as compiled kernels.
void compile_eager_operators(bool wanted);
// Whether an operator that is called now in this thread is compiled and runs as kernels.
bool runs_compiled();
void run_compiled(const c10::OperatorHandle& op, torch::jit::Stack* stack);
// Applies an operator to a list of tensors, or to one after the other unless eager operators are compiled.
void run_list(const c10::OperatorHandle& op, torch::jit::Stack* stack);
bool is_composed(const c10::OperatorHandle& op);
bool is_for_lists(const c10::OperatorHandle& op);
// Finds the operators that the device takes whole instead of in the parts that torch composes them of.
std::vector<std::string> take_over(bool (*wanted)(const c10::OperatorHandle&));
bool is_taken_over(const std::string& op);

// A kernel of the device, unless eager operators are compiled.
template <class Function, Function* function>
void compiled_or(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
    if (runs_compiled()) return run_compiled(op, stack);
    static const auto* kernel = new c10::KernelFunction(
        c10::KernelFunction::makeFromUnboxedFunction(c10::CompileTimeFunctionPointer<Function, function>()));
    kernel->callBoxed(op, keys, stack);
}
#define NPUSIM_COMPILED_OR(function)           \
    torch::CppFunction::makeFromBoxedFunction< \
        &npusim::compiled_or<std::remove_reference_t<decltype(function)>, &function>>()

// Taking sparse compressed tensors apart and moving them.
void register_sparse_compressed();

// --- parameters.cpp
void register_parameter_exchange();

// --- attention.cpp, rnn.cpp, autocast.cpp
void register_attention(torch::Library& aten);
void register_rnn(torch::Library& aten);
void register_autocast();

// --- graph.cpp: torch.accelerator.Graph.
void register_graph();

// --- profiler.cpp: what torch.profiler sees of the device.
void register_profiler();

// --- bindings.cpp
void register_runtime_ops();

}  // namespace npusim
