#include "interrupts.hpp"

#include <nanobind/nanobind.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

namespace nb = nanobind;

namespace npusim {
namespace {

constexpr int64_t kRecentNs = 100'000'000;

std::atomic<int64_t> signal_count{0}, last_signal_ns{-kRecentNs};
thread_local int64_t seen_count = 0;

int64_t now_ns() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * int64_t{1'000'000'000} + now.tv_nsec;
}

bool is_main_thread() {
    thread_local const bool is_main = gettid() == getpid();
    return is_main;
}

// The handler of Python, which is the same C function whatever Python function handles the signal. Written once.
struct sigaction pythons;
bool is_known = false;

void note(int number, siginfo_t* info, void* context) {
    last_signal_ns.store(now_ns(), std::memory_order_relaxed);
    signal_count.fetch_add(1, std::memory_order_relaxed);
    if (pythons.sa_flags & SA_SIGINFO) return pythons.sa_sigaction(number, info, context);
    pythons.sa_handler(number);
}

// Puts the note before Python's handler, again when Python has set that anew. A handler of somebody else may call the
// one that was there before, which may be ours: it is left alone.
void note_signals() {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    struct sigaction now;
    if (sigaction(SIGINT, nullptr, &now) != 0) return;
    const bool is_function = (now.sa_flags & SA_SIGINFO) || (now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN);
    if (!is_function || now.sa_sigaction == note || (is_known && now.sa_sigaction != pythons.sa_sigaction)) return;
    if (!is_known) pythons = now;
    is_known = true;
    now.sa_sigaction = note;
    now.sa_flags |= SA_SIGINFO;
    sigaction(SIGINT, &now, nullptr);
}

bool raises_keyboard_interrupt() {
    const nb::module_ signals = nb::module_::import_("signal");
    return signals.attr("getsignal")(SIGINT).is(signals.attr("default_int_handler"));
}

}  // namespace

extern "C" void npusim_begin_interruptible() {
    if (is_main_thread()) return;
    note_signals();
    const int64_t count = signal_count.load(std::memory_order_relaxed);
    if (count != seen_count && now_ns() - last_signal_ns.load(std::memory_order_relaxed) > kRecentNs)
        seen_count = count;
}

extern "C" bool npusim_is_interrupted() {
    if (PyErr_CheckSignals() != 0) return true;  // does nothing on other threads than the main one
    if (is_main_thread()) return false;
    const int64_t count = signal_count.load(std::memory_order_relaxed);
    if (count == seen_count) return false;
    seen_count = count;
    if (!raises_keyboard_interrupt()) return false;
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    return true;
}

}  // namespace npusim
