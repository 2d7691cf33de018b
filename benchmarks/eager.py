"""What an eager operator costs in the mode `compile`, beside its kernel: `python benchmarks/eager.py`.

Prints for each operator the first call (which compiles it), and microseconds of a later call, split into torch's
dispatch up to Python, finding the compiled form, and running it (of which the kernel's launch is a part). Values only:
set NPUSIM_MODE for the time that simulation takes. Processor time, best of several runs. Target: below 1000 us.
"""

import os
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("NPUSIM_MODE", "functional")

import torch

CALLS = 1000
RUNS = 5


def main() -> int:
    x, y = (torch.ones(64, 64).to("npu") for _ in range(2))
    operators: dict[str, Callable[[], Any]] = {
        "add": lambda: x + y,
        "add of a number": lambda: x + 0.5,
        "add_": lambda: x.add_(y),
        "mm": lambda: x @ y,
        "softmax": lambda: x.softmax(-1),
        "sum": lambda: x.sum(),
        "layer_norm": lambda: torch.nn.functional.layer_norm(x, (64,)),
        "add, number changes": _with_new_numbers(x, y),
    }
    print(f"{'operator':22} {'first call ms':>14} {'call us':>9} {'dispatch':>9} {'find':>6} {'run':>6}")
    with torch.no_grad(), torch.npu.set_eager_mode("compile"):
        x + y  # loads the compiler
        for name, call in operators.items():
            first = _seconds(call, 1) * 1e3
            call()
            total, handler, program = _breakdown(call)
            print(
                f"{name:22} {first:14.1f} {total:9.1f} {total - handler:9.1f} {handler - program:6.1f} {program:6.1f}"
            )
    return 0


def _with_new_numbers(x: torch.Tensor, y: torch.Tensor) -> Callable[[], Any]:
    numbers = iter(range(1, 10**9))
    return lambda: torch.add(x, y, alpha=0.1 * next(numbers))


def _seconds(call: Callable[[], Any], calls: int) -> float:
    start = time.process_time()
    for _ in range(calls):
        call()
    return time.process_time() - start


def _breakdown(call: Callable[[], Any]) -> tuple[float, float, float]:
    """Microseconds of a call, of its part in Python, and of the compiled program in that."""
    from npusim.frontend.eager import calls

    total = min(_seconds(call, CALLS) for _ in range(RUNS)) / CALLS * 1e6
    found: list[tuple[Any, Any, Any, Any]] = []
    original = calls._Operator.__call__

    def remember(self: Any, args: Any, kwargs: Any) -> Any:
        found.append((original, self, args, kwargs))
        return original(self, args, kwargs)

    calls._Operator.__call__ = remember  # type: ignore[method-assign]
    try:
        call()
    finally:
        calls._Operator.__call__ = original  # type: ignore[method-assign]
    function, operator, args, kwargs = found[-1]
    handler = min(_seconds(lambda: function(operator, args, kwargs), CALLS) for _ in range(RUNS)) / CALLS * 1e6
    known = next(iter(reversed(operator.forms.values())))
    tensors = [value for value in (*args, *kwargs.values()) if isinstance(value, torch.Tensor)]
    program = min(_seconds(lambda: known.run(*tensors), CALLS) for _ in range(RUNS)) / CALLS * 1e6
    return total, handler, program


if __name__ == "__main__":
    raise SystemExit(main())
