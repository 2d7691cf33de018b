"""Verification of operators: each one that a program calls, compiled alone, against eager PyTorch on the CPU.

Kernels are compared with the graph that was lowered, which a wrong decomposition has made wrong before. Here the graph
is the one that `torch.compile` recorded: its nodes are what the program called. It is executed on the CPU, node by
node, and every node is compiled for the device with the same operands; results, changed operands and gradients are
compared.
"""

import copy
import functools
import inspect
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend.authoring.errors import defined_at
from npusim.frontend.device.policy import uncounted_host_work
from npusim.frontend.inductor.api import decompositions
from npusim.frontend.inductor.core_api import HigherOrderOperator, tree_map
from npusim.frontend.lowering.table import lowering_of
from npusim.frontend.settings.verification import count_not_compared, count_operator
from npusim.frontend.verification.called_alone import Alone, Outcome
from npusim.frontend.verification.error_model import far_from_eager, far_from_exact
from npusim.frontend.verification.runs import NOISY_WORLDS, describe_difference, on_host, undecided
from npusim.simulator.errors import WrongKernelError
from torch.fx import GraphModule, Interpreter, Node

_UNINITIALIZED = ("empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided", "empty_permuted")
_is_comparing = False


def calls_of(module: Any) -> GraphModule | None:
    """A copy of a graph before it is compiled, which changes it; None while one of its operators is compiled."""
    if _is_comparing or not isinstance(module, GraphModule):
        return None
    return GraphModule(module, copy.deepcopy(module.graph))


def comparing_operators(called: GraphModule, compiled: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps the compiled form of a graph: the first run compares the operators before.

    Raises (when it runs):
        WrongKernelError: an operator is wrong.
    """
    is_compared = False

    @functools.wraps(compiled)
    def run(*arguments: Any) -> Any:
        nonlocal is_compared
        if not is_compared:
            is_compared = True
            _compare(called, arguments)
        return compiled(*arguments)

    return run


def _compare(called: GraphModule, arguments: Sequence[Any]) -> None:
    global _is_comparing
    _is_comparing = True
    try:
        with uncounted_host_work(), torch.random.fork_rng(devices=[]):
            _Walk(called).run(*(_copied(argument) for argument in arguments))
    finally:
        _is_comparing = False


def _copied(value: Any) -> Any:
    host = on_host(value)
    return host.requires_grad_(value.requires_grad) if isinstance(value, torch.Tensor) else host


class _Walk(Interpreter):
    """Executes a graph on the CPU, and compares each operator with the device's before it runs."""

    def __init__(self, module: GraphModule) -> None:
        super().__init__(module, garbage_collect_values=False)
        self.extra_traceback = False  # errors name the line themselves
        self._compared: set[str] = set()

    def get_attr(self, target: Any, args: Any, kwargs: Any) -> Any:
        value = super().get_attr(target, args, kwargs)
        return _copied(value) if isinstance(value, torch.Tensor) else value

    def run_node(self, n: Node) -> Any:
        if n.op in ("call_function", "call_method"):
            self._compare(n)
        return super().run_node(n)

    def fetch_args_kwargs_from_env(self, n: Node) -> Any:
        return tree_map(_of_cpu, super().fetch_args_kwargs_from_env(n))

    def _compare(self, node: Node) -> None:
        name = _name(node)
        alone = Alone(node, self.env)
        if not alone.tensors or alone.key in self._compared or (node.target is operator.getitem and alone.is_selection):
            return
        self._compared.add(alone.key)
        if isinstance(node.target, HigherOrderOperator) or name in _UNINITIALIZED:
            count_not_compared(f"{name} is no operator with values of its own")
            return
        eager = alone.on_cpu()
        if not eager.tensors:
            return
        if not eager.equals(alone.on_cpu(seed=1)):
            count_not_compared(f"{name} gives random numbers")
            return
        got = _on_device(alone, name)
        if got is not None:
            _Judgement(node, alone, eager).check(got)
            count_operator()


def _of_cpu(value: Any) -> Any:
    return torch.device("cpu") if isinstance(value, torch.device) else value


def _on_device(alone: Alone, name: str) -> Outcome | None:
    try:
        return alone.on_device()
    except WrongKernelError:
        raise
    except Exception as error:  # alone it cannot be compiled: that is counted, with the reason
        reason = (str(error).splitlines() or [""])[0]
        count_not_compared(f"{name} is not compiled alone: {type(error).__name__}: {reason}")
        return None


@dataclass
class _Judgement:
    node: Node
    alone: Alone
    eager: Outcome

    def check(self, got: Outcome) -> None:
        for number, (ours, theirs) in enumerate(zip(got.tensors, self.eager.tensors, strict=True)):
            if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
                given, wanted = f"{ours.dtype} {tuple(ours.shape)}", f"{theirs.dtype} {tuple(theirs.shape)}"
                raise self._error(number, [f"  it gives {given}, eager PyTorch {wanted}"])
            if bool(far_from_eager(ours, theirs).any()):
                self._decide(number, ours, theirs)

    def _decide(self, number: int, got: torch.Tensor, eager: torch.Tensor) -> None:
        """Lets float64 decide, where the CPU has the operator for it."""
        bad, exact = far_from_eager(got, eager), eager
        try:
            exact = self.alone.on_cpu(is_wide=True).tensors[number]
            noisy = [self.alone.on_cpu(is_wide=True, noise=seed).tensors[number] for seed in range(1, NOISY_WORLDS + 1)]
        except (RuntimeError, NotImplementedError, IndexError, ValueError, TypeError) as error:
            count_not_compared(f"{_name(self.node)} in float64: {(str(error).splitlines() or [''])[0]}")
        else:
            bad = bad & far_from_exact(got, eager, exact, noisy) & ~undecided(exact, noisy)
        if bool(bad.any()):
            place, lines = describe_difference(got, eager, exact, bad)
            raise self._error(number, lines, place)

    def _error(self, number: int, lines: list[str], index: tuple[int, ...] = ()) -> WrongKernelError:
        operators = tuple(map(str, self.eager.operators))
        title = [
            f"operator {_name(self.node)} gives a wrong {self.eager.names[number]} when it is compiled alone",
            f"  operators {', '.join(operators)}",
            *(f"  at        {line}" for line in _place(self.node)),
            *(f"  by        {author}" for author in _authors(self.eager.operators)),
        ]
        return WrongKernelError("\n".join([*title, *lines]), kernel="", operators=operators, index=index)


def _name(node: Node) -> str:
    return str(getattr(node.target, "__name__", node.target))


def _place(node: Node) -> list[str]:
    """The program's line: the last one of the trace that Dynamo keeps."""
    lines = [line.strip() for line in (node.stack_trace or "").splitlines() if line.strip().startswith("File ")]
    return lines[-1:]


def _authors(operators: Sequence[Any]) -> list[str]:
    """Decompositions and lowerings of users."""
    made = [("lowering", each, lowering_of(each)) for each in operators]
    made += [("decomposition", each, _decomposition_of(each)) for each in operators]
    return [f"{kind} of {each}, {defined_at(function)}" for kind, each, function in made if function is not None]


def _decomposition_of(each: Any) -> Callable[..., Any] | None:
    """The decomposition that a user registered for an operator."""
    function = inspect.unwrap(decompositions[each]) if each in decompositions else None
    module = getattr(function, "__module__", None) or "torch"
    return None if module.partition(".")[0] in ("torch", "npusim") else function
