"""Faults of running programs, and their errors."""

import enum

from npusim.simulator.errors import KernelError
from npusim.simulator.native import _runtime

FaultNumbers = tuple[int, int, int, int, int]
"""The fault, the line in the kernel's text (0: unknown), and three numbers that depend on the fault."""


class Fault(enum.IntEnum):
    """Kinds of faults, in the order of the runtime's `Fault` (simulator/native/runtime/leaving.hpp)."""

    OUTSIDE = 0
    STEP = 1
    DIVISION = 2
    OVERFLOW = 3


def raise_fault(fault: FaultNumbers | None) -> None:
    """Raises KernelError, with the line if known, for a fault that the runtime reports; does nothing for None."""
    if fault is None:
        return
    which, line, *numbers = fault
    place = f"line {line}: " if line else ""
    raise KernelError(f"{place}{_SENTENCES[Fault(which)](*numbers)}", line=line or None)


def check_accesses() -> None:
    """Raises KernelError for a fault of a program that the calling thread has run by its address."""
    raise_fault(_runtime.take_fault())


def _outside(first: int, last: int, extent: int) -> str:
    reach = f"element {first}" if first == last else f"elements {first} to {last}"
    advice = "check its index, or the offset, sizes and strides of its view"
    return f"an access reaches {reach} of a tensor or tile of {extent} elements; {advice}"


def _step(step: int, _: int, __: int) -> str:
    return f"the step of a loop is {step}; it must be at least 1 (count down inside the body)"


def _division(dividend: int, _: int, __: int) -> str:
    return f"{dividend} is divided by 0; guard the division with arith.select or scf.if"


def _overflow(dividend: int, _: int, __: int) -> str:
    return f"{dividend} is divided by -1, and the result does not fit its type; use a wider one"


_SENTENCES = {Fault.OUTSIDE: _outside, Fault.STEP: _step, Fault.DIVISION: _division, Fault.OVERFLOW: _overflow}
