"""Runs eager operators of the device as compiled kernels."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import torch
from npusim.frontend.compile_state import compile_state, on_compile_state_change
from npusim.frontend.eager.forms import Family
from npusim.frontend.eager.lists import is_for_lists, run_lists
from npusim.frontend.eager.refusals import check_as_cpu, check_failure_as_cpu
from npusim.frontend.eager.replacements import REPLACEMENTS
from npusim.frontend.eager.schema import Schema, with_numbers
from npusim.frontend.eager.shared_memory import apart, check_shared, check_written
from npusim.frontend.eager.signature import default_state, exact_key, signature
from npusim.frontend.eager.tracing import Call, Program, plain_dispatch
from npusim.frontend.inductor.core_api import OpOverload
from npusim.frontend.settings.lowering_changes import notice
from npusim.scheduler.launch_origin import launching_from_here
from torch import Tensor


def run(operator: OpOverload, *args: Any, **kwargs: Any) -> Any:
    """An operator with its arguments, as C++ hands it over."""
    replacement = REPLACEMENTS.get(operator)
    if replacement is not None:
        return replacement(call, *args, **kwargs)
    if len(args) > 1 and not (isinstance(args[0], Tensor) and isinstance(args[1], Tensor)):
        operator = with_numbers(operator, args)
    if is_for_lists(operator, args):
        return run_lists(call, operator, args, kwargs)
    return call(operator, *args, **kwargs)


def call(operator: OpOverload, *args: Any, **kwargs: Any) -> Any:
    """Runs an operator's compiled form, which is compiled at the first call of its kind.

    Raises:
        UnsupportedError: it has no lowering.
    """
    known = _operators.get(operator)
    if known is None:
        known = _operators.setdefault(operator, _Operator(operator))
    return known(args, kwargs)


class _Operator:
    """An operator's forms.

    Attributes:
        forms: for exactly one kind of call.
        families: of forms that leave something open.
        accepted: kinds of calls that the CPU accepts.
    """

    def __init__(self, operator: OpOverload) -> None:
        self.schema = Schema(operator)
        self.forms: dict[tuple[Any, ...], Program] = {}
        self.families: dict[tuple[Any, ...], Family] = {}
        self.accepted: set[tuple[Any, ...]] = set()

    def __call__(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        if self.schema.takes_generator and any(isinstance(v, torch.Generator) for v in (*args, *kwargs.values())):
            return self.schema.given(*args, **kwargs)  # inside of an operator, C++ runs others on the host
        as_given = args, kwargs
        args, kwargs, outs = self.schema.without_outs(args, kwargs)
        tensors: list[Tensor] = []
        key: list[Any] = [_state(), *default_state(), *kwargs]
        exact_key((*args, *kwargs.values(), *outs), tensors, key)
        positions: Sequence[int] = range(len(tensors))
        written: Sequence[Tensor] = ()
        delayed: dict[int, Tensor] = {}
        if self.schema.writes:
            written = (*self.schema.written(args, kwargs), *outs)
            if self.schema.reads_apart:
                check_shared(tensors, written)
            tensors, positions, delayed = apart(tensors, written)
            key += positions
        form = self.forms.get(tuple(key))
        numbers: Sequence[Any] = ()
        if form is None:
            check_written(written)
            signed = signature(self.schema.operator, args, kwargs, outs)
            form = self._find(tuple(key), Call(self.schema, as_given, args, kwargs, outs, signed, positions, tensors))
            numbers = [signed.leaves[leaf] for leaf in form.numbers]
        with launching_from_here():
            results = _results(form, (*tensors, *numbers), written)
        for position, tensor in delayed.items():
            tensor.copy_(tensors[position])
        return self.schema.results(results, args, kwargs, outs, form.fills_outs)

    def _find(self, key: tuple[Any, ...], call: Call) -> Program:
        from npusim.frontend.inductor.tracing_api import compile_lock

        with compile_lock:
            form = self.forms.get(key)
            if form is not None:
                return form
            kind = (_state(), *default_state(), *call.positions, *call.kwargs, *call.signature.pattern)
            self._check_as_cpu(call, kind)
            family = self.families.setdefault(kind, Family(call.signature))
            try:
                form, is_exact = family.find(call)
            except Exception:
                with plain_dispatch():
                    check_failure_as_cpu(self.schema.given, *call.given)
                raise
            if is_exact:
                self.forms[key] = form
            return form

    def _check_as_cpu(self, call: Call, kind: tuple[Any, ...]) -> None:
        kind = (*kind, *call.signature.negative)
        if kind not in self.accepted:
            with plain_dispatch():
                check_as_cpu(self.schema.given, *call.given)
            self.accepted.add(kind)


def _results(form: Program, inputs: Sequence[Any], written: Sequence[Tensor]) -> Sequence[Any]:
    """Runs a form. That tensors changed has been counted for autograd above the device; programs would count it too."""
    if not written:
        return form.run(*inputs)
    counted = tuple(tensor for tensor in written if not tensor.is_inference())
    with torch.autograd._unsafe_preserve_version_counter(counted):
        return form.run(*inputs)


_operators: dict[OpOverload, _Operator] = {}
_known_state: str | None = None


def _state() -> str:
    """The state of the compiler that forms are compiled for."""
    global _known_state
    notice()
    if _known_state is None:
        _follow_state()
        _known_state = compile_state()
    return _known_state


@cache
def _follow_state() -> None:
    def forget() -> None:
        global _known_state
        _known_state = None

    on_compile_state_change(forget)
