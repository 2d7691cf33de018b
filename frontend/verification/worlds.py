"""Executing a slice of a graph on the CPU: as it is, in float64, and in float64 with roundings made visible.

The exact world is the slice with every dtype of float16 to float32 widened to float64. A noisy world is the exact one
in which every leaf and every new value is multiplied by 1 + d, |d| the unit roundoff of the dtype that the value has in
the program, with random signs (Monte Carlo arithmetic: D. S. Parker, 1997); for what an operator accumulates over n
elements, |d| is sqrt(n) times that, because an implementation may round every partial sum.
"""

import math
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

import torch
from npusim.frontend.inductor.api import map_arg
from npusim.frontend.inductor.core_api import HigherOrderOperator, tree_leaves, tree_map
from npusim.frontend.verification.dataflow import Node, NoSlice, Slice, Value
from npusim.frontend.verification.error_model import is_rounded, unit_roundoff, wide
from npusim.frontend.verification.reference_operators import REFERENCES, is_random

Environment = dict[Node, Any]
_WIDENED = {torch.float32, torch.float16, torch.bfloat16, torch.complex64, torch.complex32}
_SUMS = """
    sum mean var var_mean std std_mean prod cumsum logsumexp norm linalg_vector_norm scatter_add index_add
    scatter_reduce index_put _unsafe_index_put embedding_dense_backward avg_pool2d _adaptive_avg_pool2d nansum
    native_layer_norm native_group_norm native_batch_norm segment_sums
"""
_PRODUCTS = "mm bmm addmm baddbmm convolution convolution_backward _grouped_mm addmv mv dot"


class World:
    """One way to execute slices of a graph.

    Args:
        module: what `get_attr` nodes are taken from.
        resolve: gives the number of a symbolic size.
        is_wide: in float64.
        noise: the seed of a noisy world, None for exact ones.
        native: the values of the world as it is, for the dtypes that values have there.
    """

    def __init__(
        self,
        module: Any,
        resolve: Callable[[Any], Any],
        *,
        is_wide: bool = False,
        noise: int | None = None,
        native: Environment | None = None,
    ) -> None:
        self._module, self._resolve, self._is_wide, self._native = module, resolve, is_wide, native
        self._signs = None if noise is None else torch.Generator().manual_seed(noise)

    def run(self, part: Slice, leaves: Mapping[Value, Any]) -> Environment:
        """The values of all nodes of a slice.

        Raises:
            NoSlice: an operator's values are random, or the CPU does not have it.
        """
        values: Environment = {}
        for leaf in part.leaves:
            values[leaf.node] = self._leaf(leaves[leaf], part.changes_leaves)
        with torch.no_grad():
            for node in part.nodes:
                values[node] = self._settled(node, self._call(node, values), values)
        return values

    def _leaf(self, value: Any, is_changed: bool) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        dtype = wide(value.dtype) if self._is_wide and value.dtype in _WIDENED else value.dtype
        moved = value.to(dtype, copy=is_changed)
        return self._noisy(moved, value.dtype, 1.0)

    def _call(self, node: Node, values: Environment) -> Any:
        if node.op == "get_attr":
            return _on_cpu(attrgetter(node.target)(self._module))
        function = REFERENCES.get(node.target, node.target)
        if is_random(node.target):
            raise NoSlice(f"{node.target} gives random numbers")
        args, kwargs = map_arg((node.args, dict(node.kwargs)), values.__getitem__)
        args, kwargs = tree_map(self._argument, (args, kwargs))
        if isinstance(node.target, HigherOrderOperator):
            raise NoSlice(f"{node.target} has a graph of its own")
        try:
            return function(*args, **kwargs)
        except NotImplementedError as error:
            raise NoSlice(f"eager PyTorch on the CPU has no {node.target}") from error
        except (RuntimeError, IndexError, TypeError, ValueError) as error:  # in-place on expanded memory, for example
            raise NoSlice(f"eager PyTorch on the CPU refuses {node.target}: {str(error).splitlines()[0]}") from error

    def _argument(self, value: Any) -> Any:
        if isinstance(value, torch.device):
            return torch.device("cpu")
        if isinstance(value, torch.dtype) and self._is_wide and value in _WIDENED:
            return wide(value)
        return self._resolve(value) if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)) else value

    def _settled(self, node: Node, result: Any, values: Environment) -> Any:
        """A new value of this world: in float64, and with noise in a noisy one."""
        if not self._is_wide:
            return result
        known = {x.untyped_storage().data_ptr() for x in tree_leaves(values) if isinstance(x, torch.Tensor)}
        native = iter(tree_leaves((self._native or {}).get(node)))
        scale = math.sqrt(_accumulated(node, values, result)) if self._signs else 1.0

        def settle(value: Any) -> Any:
            like = next(native, None)
            if not isinstance(value, torch.Tensor) or value.untyped_storage().data_ptr() in known:
                return value
            widened = value.to(wide(value.dtype)) if value.dtype in _WIDENED else value
            return widened if like is None else self._noisy(widened, like.dtype, scale)

        return tree_map(settle, result)

    def _noisy(self, value: torch.Tensor, dtype: torch.dtype, scale: float) -> torch.Tensor:
        if self._signs is None or not is_rounded(dtype) or value.dtype not in (torch.float64, torch.complex128):
            return value
        signs = torch.randint(2, value.shape, generator=self._signs) * 2 - 1
        return value * (1 + scale * unit_roundoff(dtype) * signs.double())


def _accumulated(node: Node, values: Environment, result: Any) -> float:
    """How many elements each element of a node's result is about a sum of."""
    name = getattr(getattr(node.target, "overloadpacket", None), "__name__", "")
    if name not in (*_SUMS.split(), *_PRODUCTS.split()):
        return 1.0
    given = [values[each] for each in node.all_input_nodes]
    sizes = sorted(x.numel() for x in given if isinstance(x, torch.Tensor))
    made = max(1, next(x.numel() for x in tree_leaves(result) if isinstance(x, torch.Tensor)))
    if name in _PRODUCTS.split() and len(sizes) > 1:
        return max(1.0, math.sqrt(sizes[-1] * sizes[-2] / made))
    return sizes[-1] / made if sizes[-1] > made else math.sqrt(made)


def _on_cpu(value: Any) -> Any:
    return value.detach().cpu() if isinstance(value, torch.Tensor) else value
