"""What a user's lowering gives, checked where it is given: Inductor would fail later, without naming the lowering."""

from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend.authoring.errors import author_context, is_of_npusim, refuse_result
from npusim.frontend.inductor.core_api import OpOverload, tree_leaves

_ONE = "a TensorBox, such as template.generate().output_node() gives, or None to hand the call on"
_ELEMENT = "the element at an index, computed with torch._inductor.virtualized.ops"


def call_of_author(function: Callable[..., Any], operator: Any, args: Any, kwargs: Any) -> Any:
    """What a user's lowering returns for a call.

    Raises:
        OperatorError: it raised something, or what it returned is no result of the operator.
    """
    with author_context(_name(function), function, _expected(operator), operator):
        result = function(*args, **kwargs)
    if result is not None and isinstance(operator, OpOverload):
        _check_kinds(function, operator, result)
        _check_tensors(function, operator, result)
    _check_elements(function, operator, result)
    return result


def _check_kinds(function: Any, operator: OpOverload, result: Any) -> None:
    """Whether there is a node of Inductor's for every result that is a tensor."""
    kinds = [str(each.type) for each in operator._schema.returns]
    if any(kind != "Tensor" for kind in kinds):
        return
    found = _as_list(result, len(kinds))
    if found is None or not all(each is None or _is_node(each) for each in found):
        raise refuse_result(_name(function), function, _described(result), _expected(operator), operator)


def _check_tensors(function: Any, operator: OpOverload, result: Any) -> None:
    """Whether sizes and dtypes are those that the program was traced with."""
    from npusim.frontend.inductor.api import V, ir

    node = V.graph.current_node
    if node.target is not operator or operator._schema.is_mutable:
        return
    fakes = [leaf for leaf in tree_leaves(node.meta.get("val")) if isinstance(leaf, torch.Tensor)]
    found = _as_list(result, len(fakes))
    for fake, made in zip(fakes, found or (), strict=True) if found else ():
        if made is None:
            continue
        sizes = ir.convert_shape_to_inductor(fake.shape)
        if made.get_dtype() != fake.dtype or not _may_be(list(made.get_size()), sizes):
            given = _tensor(made.get_dtype(), made.get_size())
            expected = f"{_tensor(fake.dtype, sizes)}, as the operator's fake implementation says"
            raise refuse_result(_name(function), function, given, expected, operator)


def _check_elements(function: Any, operator: Any, result: Any) -> None:
    """Whether functions of elements work; Inductor calls them when nobody knows any more whose they are."""
    from npusim.frontend.inductor.elements import element_node, symbolic_element

    for leaf in tree_leaves(result):
        node = element_node(leaf)
        if node is None:
            continue
        inner = node.inner_fn
        if is_of_npusim(inner) or str(inner.__module__).startswith("torch."):
            continue
        doing = f"inner_fn of what {_name(function)} gave"
        with author_context(doing, inner, _ELEMENT, operator):
            element = symbolic_element(node)
        if element is None:
            raise refuse_result(doing, inner, "NoneType None", _ELEMENT, operator)


def _may_be(found: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """Whether sizes are not known to differ."""
    differences = [sympy.sympify(a - b) for a, b in zip(found, wanted, strict=False)]
    return len(found) == len(wanted) and all(each.is_zero is not False for each in differences)


def _as_list(result: Any, count: int) -> list[Any] | None:
    """The results, None when there are not as many."""
    found = list(result) if isinstance(result, (list, tuple)) else [result]
    return found if len(found) == count else None


def _is_node(value: Any) -> bool:
    from npusim.frontend.inductor.api import IRNode

    return isinstance(value, IRNode)


def _name(function: Any) -> str:
    return f"lowering {getattr(function, '__qualname__', function)}"


def _expected(operator: Any) -> str:
    count = len(operator._schema.returns) if isinstance(operator, OpOverload) else 1
    return _ONE if count == 1 else f"a tuple of {count} of them: {_ONE}"


def _described(result: Any) -> str:
    if isinstance(result, (list, tuple)):
        return f"{type(result).__name__} of {', '.join(type(each).__name__ for each in result) or 'nothing'}"
    return f"{type(result).__name__} {result!r}" if isinstance(result, (int, float, str)) else type(result).__name__


def _tensor(dtype: torch.dtype, sizes: Sequence[Any]) -> str:
    return f"{str(dtype).removeprefix('torch.')}[{', '.join(map(str, sizes))}]"
