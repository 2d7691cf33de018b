// Questions to Python, asked as dispatcher operators that Python implements (policy.py, clock.py, poison.py,
// profiler.py, graphs.py): its exceptions pass through.
#include <ATen/record_function.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <tuple>
#include <vector>

#include "device.h"

namespace npusim {
namespace {

// No dispatch mode of the program (fake tensors, tracing) may see these calls.
struct HiddenFromModes {
    c10::impl::ExcludeDispatchKeyGuard guard{
        c10::DispatchKeySet({c10::DispatchKey::Python, c10::DispatchKey::PythonTLSSnapshot})};
};

template <class Result, class... Arguments>
Result ask(const char* op, Arguments... arguments) {
    const HiddenFromModes hidden;
    return c10::Dispatcher::singleton().findSchemaOrThrow(op, "").typed<Result(Arguments...)>().call(arguments...);
}

}  // namespace

SimulatedTime stream_time(int64_t stream) {
    const auto [time_ps, clock] = ask<std::tuple<int64_t, int64_t>>("npusim::stream_time", stream);
    return {time_ps, clock};
}

void wait_until(int64_t stream, SimulatedTime time) {
    ask<void>("npusim::wait_until", stream, time.time_ps, time.clock);
}

void stream_changed(int64_t stream) { ask<void>("npusim::stream_changed", stream); }

void synchronize() { ask<void>("npusim::synchronize"); }

void report_fallback(const std::string& op, bool refuse) {
    ask<void, c10::string_view>("npusim::report_fallback", op, refuse);
}

void report_poison(const at::Tensor& tensor, const std::string& what) {
    ask<void, c10::string_view>("npusim::report_poison", c10::str("the tensor of shape ", tensor.sizes(), " and dtype ",
                                                                  tensor.scalar_type(), " holds them, and ", what));
}

void follow_launches(bool is_followed) {
    const at::DisableRecordFunctionGuard unseen;  // it would be a line of the profile
    ask<void>("npusim::follow_launches", is_followed);
}

std::vector<ProfiledLaunch> followed_launches() {
    const at::DisableRecordFunctionGuard unseen;
    const auto [names, numbers] =
        ask<std::tuple<std::vector<std::string>, std::vector<int64_t>>>("npusim::followed_launches");
    std::vector<ProfiledLaunch> launches;
    for (size_t i = 0; i < names.size(); ++i) {
        const int64_t* row = numbers.data() + 7 * i;
        launches.push_back({names[i], static_cast<uint64_t>(row[0]), row[1], row[2], row[3], row[4], row[5], row[6]});
    }
    return launches;
}

void begin_graph() { ask<void>("npusim::begin_graph"); }
int64_t end_graph() { return ask<int64_t>("npusim::end_graph"); }
void replay_graph(int64_t graph) { ask<void>("npusim::replay_graph", graph); }
void forget_graph(int64_t graph) { ask<void>("npusim::forget_graph", graph); }
void dump_graph(int64_t graph, const std::string& path) {
    ask<void, int64_t, c10::string_view>("npusim::dump_graph", graph, path);
}

void define_questions(torch::Library& library) {
    library.def("stream_time(int stream) -> (int, int)");
    library.def("wait_until(int stream, int time_ps, int clock) -> ()");
    library.def("stream_changed(int stream) -> ()");
    library.def("synchronize() -> ()");
    library.def("report_fallback(str op, bool refuse) -> ()");
    library.def("follow_launches(bool is_followed) -> ()");
    library.def("followed_launches() -> (str[], int[])");
    library.def("begin_graph() -> ()");
    library.def("end_graph() -> int");
    library.def("replay_graph(int graph) -> ()");
    library.def("forget_graph(int graph) -> ()");
    library.def("dump_graph(int graph, str path) -> ()");
    library.def("report_poison(str what) -> ()");
}

}  // namespace npusim
