// What is wrong with a running program, and the ways out of one: Ctrl-C, and errors that end it.
//
// Compiled loops look at a counter that a thread advances twenty times a second while programs run; when it has changed
// they call npusim_poll, which lets Python handle signals. A program that has to end is left by a jump back to whoever
// called it: run() here, or the trace context of the engine (simulator/engine/device/trace_context.hpp). Compiled code
// has nothing to clean up but heap buffers, which are lost then.
#pragma once

#include <cstdint>

namespace npusim {

// What a program did wrong; in the order of npusim.simulator.native.faults.
enum class Fault : int64_t { outside = 0, step, division, overflow };

// The first fault of the calling thread's program: where it stands in the text, and three numbers that depend on what
// it is.
struct FaultReport {
    bool happened = false;
    Fault fault = Fault::outside;
    int64_t line = 0, numbers[3] = {};
};

// Remembers a fault of the calling thread unless there is an earlier one.
void report_fault(Fault fault, int64_t line, int64_t a, int64_t b, int64_t c);

// The calling thread's fault since the last call.
FaultReport take_fault();

using Entry = void (*)(const int64_t*);

enum class Ending { returned, left, interrupted };

// Runs a program on the calling thread until it returns or is left. After `interrupted`, Python's error is set. Call it
// without the GIL.
Ending run_program(Entry entry, const int64_t* slots);

// Called by programs; `context` is the address of a trace context, or 0.

// Says that a program begins; the address of the counter that its loops look at.
extern "C" const int64_t* npusim_watch();

// Lets signals be handled; leaves the program when one of them raises. The counter's new value.
extern "C" int64_t npusim_poll(int64_t context);

// A fault after which the program cannot go on: remembers it and leaves.
extern "C" void npusim_refuse(int64_t context, int64_t fault, int64_t line, int64_t a, int64_t b, int64_t c);

}  // namespace npusim
