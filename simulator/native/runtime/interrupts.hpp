// Ctrl-C for the threads of Python. Its own handler tells the main thread only; a program or a wait of another thread
// would go on, and whoever joins that thread would wait for it.
#pragma once

namespace npusim {

// Called with the GIL where a thread begins to run a program or to wait. On other threads than the main one it sees to
// it that SIGINT is noted; signals that came before are not for what begins now, but for those of the last tenth of a
// second: the thread runs one short program after the other.
extern "C" void npusim_begin_interruptible();

// Called with the GIL. Lets signals be handled on the main thread; on others true once for every SIGINT, if Python's
// handler for it is the one that raises KeyboardInterrupt. Python's error is set when it is true.
extern "C" bool npusim_is_interrupted();

}  // namespace npusim
