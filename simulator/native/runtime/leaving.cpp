#include "leaving.hpp"

#include <nanobind/nanobind.h>
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <csetjmp>
#include <thread>

#include "interrupts.hpp"
#include "trace_words.hpp"

namespace nb = nanobind;

namespace npusim {
namespace {

thread_local FaultReport report;

// The innermost program of the calling thread that run_program() runs.
struct Exit {
    std::jmp_buf place;
};
thread_local Exit* current_exit = nullptr;

enum { kLeft = 1, kInterrupted = 2 };

void leave(int64_t context, int how) {
    if (context != 0) reinterpret_cast<TraceWords*>(context)->leave(reinterpret_cast<void*>(context));
    std::longjmp(current_exit->place, how);
}

// The counter, and the thread that advances it. The thread sleeps when no program has begun or looked for a while. It
// always advances the counter once more before it falls asleep, so a program that was silent for long finds it changed,
// and wakes it by looking.
class Ticker {
public:
    const int64_t* counter() const { return &count_; }

    int64_t count() const { return __atomic_load_n(&count_, __ATOMIC_RELAXED); }

    void note_activity() {
        if (active_.load(std::memory_order_relaxed) != 0) return;
        active_.store(1);
        if (state_.load() != kAwake) wake();
    }

    // In a child process: the thread is not there.
    void forget_thread() { state_.store(kAbsent); }

private:
    enum State : int { kAbsent, kAsleep, kAwake };
    static constexpr std::chrono::milliseconds kPeriod{50};
    static constexpr int kIdlePeriods = 20;

    void wake() {
        int seen = kAsleep;
        if (state_.compare_exchange_strong(seen, kAwake)) return state_.notify_one();
        if (seen == kAbsent && state_.compare_exchange_strong(seen, kAwake)) start();
    }

    void start() {
        sigset_t all, before;  // signals are for the threads of Python
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        std::thread([this] { tick(); }).detach();
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    void tick() {
        for (int idle = 0;;) {
            std::this_thread::sleep_for(kPeriod);
            __atomic_fetch_add(&count_, 1, __ATOMIC_RELAXED);
            idle = active_.exchange(0) != 0 ? 0 : idle + 1;
            if (idle < kIdlePeriods) continue;
            idle = 0;
            state_.store(kAsleep);
            if (active_.load() == 0) state_.wait(kAsleep);
            state_.store(kAwake);
        }
    }

    int64_t count_ = 0;
    std::atomic<int> active_{0};
    std::atomic<int> state_{kAbsent};
};

Ticker ticker;

const int forks_are_noticed = pthread_atfork(nullptr, nullptr, [] { ticker.forget_thread(); });

bool signal_raised() {
    const nb::gil_scoped_acquire gil;
    return npusim_is_interrupted();
}

}  // namespace

void report_fault(Fault fault, int64_t line, int64_t a, int64_t b, int64_t c) {
    if (!report.happened) report = {true, fault, line, {a, b, c}};
}

FaultReport take_fault() {
    const FaultReport taken = report;
    report.happened = false;
    return taken;
}

Ending run_program(Entry entry, const int64_t* slots) {
    Exit exit;
    Exit* const outer = current_exit;
    current_exit = &exit;
    const int how = setjmp(exit.place);
    if (how == 0) entry(slots);
    current_exit = outer;
    if (how == 0) return Ending::returned;
    return how == kLeft ? Ending::left : Ending::interrupted;
}

extern "C" const int64_t* npusim_watch() {
    ticker.note_activity();
    return ticker.counter();
}

extern "C" int64_t npusim_poll(int64_t context) {
    ticker.note_activity();
    if (context != 0) {
        const auto* words = reinterpret_cast<TraceWords*>(context);
        words->flush_or_leave(reinterpret_cast<void*>(context));
    } else if (current_exit != nullptr && signal_raised()) {
        leave(0, kInterrupted);
    }
    return ticker.count();
}

extern "C" void npusim_refuse(int64_t context, int64_t fault, int64_t line, int64_t a, int64_t b, int64_t c) {
    report_fault(static_cast<Fault>(fault), line, a, b, c);
    leave(context, kLeft);
}

}  // namespace npusim
