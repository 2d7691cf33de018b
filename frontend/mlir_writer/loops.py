"""Loops and branches, as the lines that begin and end them."""

from npusim.frontend.mlir_writer.indices import Number
from npusim.simulator.ir.dialect import PARALLEL

END, END_PARALLEL = "}", f"}} {{{PARALLEL}}}"
"""Lines that end a loop, and a loop whose iterations are independent."""


def end_of(parallel: bool) -> str:
    """The line that ends a loop."""
    return END_PARALLEL if parallel else END


def counted(variable: str, start: str, end: str, step: str) -> str:
    """The line that begins a loop over indices, all of them SSA names."""
    return f"scf.for {variable} = {start} to {end} step {step} {{"


def affine(variable: str, start: Number, end: Number, step: int | None = None) -> str:
    """The line that begins a loop with affine bounds: numbers, or maps (`indices.applied`) of SSA names."""
    steps = f" step {step}" if step is not None else ""
    return f"affine.for {variable} = {start} to {end}{steps} {{"


def when(condition: str) -> str:
    """The line that begins a branch."""
    return f"scf.if {condition} {{"


def summing(variable: str, start: str, end: str, step: str, total: str) -> str:
    """The line that begins a loop that carries an index, `start` at first; its result is the last iteration's."""
    return f"{counted(variable, start, end, step)[:-2]} iter_args({total} = {start}) -> (index) {{"
