"""Which function computes an operator on complex tensors from their parts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from npusim.frontend.authoring.errors import is_of_npusim
from npusim.frontend.digests import of_objects
from npusim.frontend.inductor.core_api import OpOverload, tree_leaves
from npusim.frontend.inductor.patches import check_patch
from npusim.frontend.lowering.decompositions import device_type_of
from npusim.frontend.lowering.operators import overloads_of

Rule = Callable[..., Any]
RuleT = TypeVar("RuleT", bound=Rule)


@dataclass(frozen=True)
class SameCall:
    """Result of a rule: the operator as it is, on a real tensor as its first argument.

    For results of a size that depends on data, which later nodes know by the symbol that this node defines.
    """

    argument: torch.Tensor


_rules: dict[OpOverload, Rule] = {}


def register_complex(*operators: Any) -> Callable[[RuleT], RuleT]:
    """Makes the decorated function the rule for operators (overloads, or packets: all their overloads).

    The function gets the operator's arguments with a `Pair` for each complex tensor of the device, and computes with
    PyTorch's operators on real tensors. It returns what the operator does, with Pairs for complex results, or a
    `SameCall`, or NotImplemented. Decompositions of Inductor are not applied to calls with complex tensors of the
    device that have a rule.
    """

    def decorate(rule: RuleT) -> RuleT:
        for operator in operators:
            for overload in overloads_of(operator, "register_complex"):
                _rules[overload] = rule
                _keep_whole(overload)
        return rule

    return decorate


def rule_for(operator: Any) -> Rule | None:
    return _rules.get(operator)


def user_rules_digest() -> str:
    """Digest of every rule that users added: part of the key of Inductor's caches."""
    return of_objects((f"rule[{key}]", rule) for key, rule in _rules.items() if not is_of_npusim(rule))


def has_rule(operator: OpOverload) -> bool:
    """Whether calls of an operator with complex tensors run on the device."""
    return operator in _rules


def _keep_whole(operator: OpOverload) -> None:
    """Inductor's decomposition of the operator, if there is one, no longer applies where the rule does."""
    from npusim.frontend.inductor.api import decompositions, fast_random_decomps

    check_patch("decompositions of complex operators")
    previous = decompositions.get(operator)
    if previous is None or isinstance(previous, _UnlessComplex):
        return
    decompositions[operator] = _UnlessComplex(previous)
    fast_random_decomps.cache_clear()  # it holds a copy of the table


class _UnlessComplex:
    """A decomposition that leaves calls with complex numbers on the device to their rule."""

    def __init__(self, decomposition: Callable[..., Any]) -> None:
        self.decomposition = decomposition

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        leaves = tree_leaves((args, kwargs))
        if any(map(_is_complex, leaves)) and "npu" in map(device_type_of, leaves):
            return NotImplemented
        return self.decomposition(*args, **kwargs)


def _is_complex(value: Any) -> bool:
    if isinstance(value, torch.Tensor):
        return bool(value.is_complex())
    return isinstance(value, complex) or (isinstance(value, torch.dtype) and value.is_complex)
