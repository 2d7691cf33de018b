// Work of the host for the device: counted, and allowed, warned about or refused as the user's policy says.
#include <atomic>
#include <mutex>

#include "../device.h"

namespace npusim {
namespace {

std::atomic<FallbackPolicy> policy{FallbackPolicy::warn};

std::mutex& counts_mutex() {
    static auto* mutex = new std::mutex();
    return *mutex;
}

std::map<std::string, int64_t>& counts() {
    static auto* map = new std::map<std::string, int64_t>();
    return *map;
}

// Like `counts`, but for the reports of simulations: a reset does not touch it.
std::map<std::string, HostCount>& totals() {
    static auto* map = new std::map<std::string, HostCount>();
    return *map;
}

int64_t count(const std::string& op) {
    const std::lock_guard<std::mutex> lock(counts_mutex());
    ++totals()[op].calls;
    return ++counts()[op];
}

// Throws when the policy says so.
void note_fallback(const std::string& op) {
    if (quiet_depth() > 0) return;
    const FallbackPolicy wanted = policy;
    if (wanted == FallbackPolicy::error) report_fallback(op, true);
    if (count(op) == 1 && wanted == FallbackPolicy::warn) report_fallback(op, false);
}

HostWork*& current_work() {
    thread_local HostWork* work = nullptr;
    return work;
}

// A TorchDispatchMode, such as the one that AOTAutograd opens for a program's first call, excludes the keys that
// resolve lazy conjugates from what runs below it; an operator of several parts (linalg.pinv) would lose those that it
// makes itself.
c10::impl::LocalDispatchKeySet keys_that_resolve() {
    auto keys = c10::impl::tls_local_dispatch_key_set();
    keys.excluded_ = keys.excluded_ - c10::DispatchKeySet({c10::DispatchKey::Conjugate, c10::DispatchKey::Negative});
    return keys;
}

}  // namespace

void set_fallback_policy(FallbackPolicy wanted) { policy = wanted; }

FallbackPolicy fallback_policy() { return policy; }

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

HostWork::HostWork(std::string op) : op_(std::move(op)), outer_(current_work()), keys_(keys_that_resolve()) {
    note_fallback(op_);
    current_work() = this;
}

HostWork::~HostWork() {
    current_work() = outer_;
    if (quiet_depth() > 0) return;
    const std::lock_guard<std::mutex> lock(counts_mutex());
    totals()[op_].bytes += bytes_;
}

void HostWork::touch(const at::Tensor& tensor) {
    HostWork* work = current_work();
    if (work == nullptr) return;
    work->bytes_ += static_cast<int64_t>(tensor.nbytes());
    work->reads_poison_ = work->reads_poison_ || is_poison(tensor);
}

bool HostWork::reads_poison() { return current_work() != nullptr && current_work()->reads_poison_; }

std::map<std::string, HostCount> host_operators() {
    const std::lock_guard<std::mutex> lock(counts_mutex());
    return totals();
}

}  // namespace npusim
