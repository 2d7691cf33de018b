"""Native code: MLIR in the LLVM dialect -> object code -> function pointer, with a cache on disk."""

from npusim.simulator.native.cache import cache_key
from npusim.simulator.native.entry import ROOM, function_arguments, read_signature
from npusim.simulator.native.faults import check_accesses
from npusim.simulator.native.lowering import Dump
from npusim.simulator.native.polls import declare_all
from npusim.simulator.native.program import NativeFunction, compile_module, interruption, load_cached, take_bad_index
from npusim.simulator.native.trace_arguments import TraceArguments, add_trace_arguments, strip_compute

__all__ = [
    "ROOM",
    "Dump",
    "NativeFunction",
    "TraceArguments",
    "add_trace_arguments",
    "cache_key",
    "check_accesses",
    "compile_module",
    "declare_all",
    "function_arguments",
    "interruption",
    "load_cached",
    "read_signature",
    "strip_compute",
    "take_bad_index",
]
