"""The compiled forms of an operator, and which one serves a call.

The first sizes that an operator meets get kernels of their own: their mapping and cycles are those of a model compiled
with these sizes. A program that goes on to other sizes gets kernels for all of them. Numbers (`x + 0.1`, a learning
rate) are left open as soon as a second value is seen.
"""

from dataclasses import dataclass, field
from typing import Any

from npusim.frontend.eager.signature import Role, Signature
from npusim.frontend.eager.tracing import Call, Program, compile_call
from npusim.simulator.errors import NpuSimError

STATIC_SIZES = 8
"""Combinations of sizes of one operator with kernels of their own."""


@dataclass
class Family:
    """Forms for calls of one pattern.

    Attributes:
        varying: leaves that forms leave open.
        constant: leaves for which the operator must be compiled.
        open_forms: by the leaves that are not open.
    """

    first: Signature
    sizes: set[tuple[Any, ...]] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)
    varying: frozenset[int] = frozenset()
    constant: set[int] = field(default_factory=set)
    open_forms: dict[tuple[Any, ...], list[Program]] = field(default_factory=dict)

    def find(self, call: Call) -> tuple[Program, bool]:
        """The form for a call, compiled if need be; and whether it is for exactly this call."""
        self._learn(call.signature)
        if not self.varying:
            return compile_call(call, frozenset()), True
        found = self._fitting(call)
        return (found, False) if found is not None else self._compile(call)

    def _learn(self, now: Signature) -> None:
        self.sizes.add(now.sizes)
        self.changed |= {i for i, (a, b) in enumerate(zip(now.leaves, self.first.leaves, strict=True)) if a != b}
        sizes_vary = len(self.sizes) > STATIC_SIZES
        varying = {i for i in self.changed if sizes_vary or now.roles[i] is Role.NUMBER} - self.constant
        if not varying <= self.varying:
            self.varying = frozenset(varying)
            self.open_forms.clear()

    def _fitting(self, call: Call) -> Program | None:
        for form in self.open_forms.get(self._static_part(call.signature), ()):
            if form.fits(*call.tensors, *(call.signature.leaves[leaf] for leaf in form.numbers)):
                return form
        return None

    def _static_part(self, now: Signature) -> tuple[Any, ...]:
        return tuple(
            leaf
            for i, (leaf, role) in enumerate(zip(now.leaves, now.roles, strict=True))
            if i not in self.varying and role is not Role.STRIDE  # guards compare strides
        )

    def _compile(self, call: Call) -> tuple[Program, bool]:
        try:
            form = compile_call(call, self.varying)
        except (NpuSimError, RuntimeError, NotImplementedError, TypeError):
            # The operator needs its numbers or sizes; should something else be wrong, the next call says so.
            form = None
        if form is not None and not form.specialized:
            self.open_forms.setdefault(self._static_part(call.signature), []).append(form)
            return form, False
        self.constant |= form.specialized if form is not None else self.varying
        self.varying -= self.constant
        self.open_forms.clear()
        return compile_call(call, frozenset()), True
