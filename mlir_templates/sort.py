"""Sorting: keys are computed by pointwise kernels, sorted by a network in the scratchpad, and turned back into values.

A key holds the value's order, made an integer, and below it the element's place: the sort is stable, and values and
places come out of one sort. Keys of up to 32 bits share an i64 with the place, wider ones are pairs. Rows that the
scratchpad does not hold are sorted in chunks, which are merged by the same network's exchanges between chunks in
memory. Time grows with n * log(n)**2. Checked with torch 2.13.0.
"""

from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend import MLIRTemplate, MLIRTemplateKernel
from npusim.frontend.inductor.loops import provides_loop
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.sort_keys import SortKeys, keys_of
from npusim.mlir_templates.sort_network import LARGEST, Part, SortNetwork, Writer
from npusim.mlir_templates.sort_tiling import SortTiling, choose_tiling
from torch._inductor import ir
from torch._inductor import lowering as inductor
from torch._inductor.virtualized import V, ops

Loader = Callable[[Sequence[Any]], Any]

SORT = """
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=inputs, outputs=outputs, names_str=names) }} {
  {{ kernel.def_local_vars() }}
  {{ body }}
  return
}
"""


class MLIRSortTemplate(MLIRTemplate):
    """The rows of i64 keys, sorted upwards.

    Args:
        input_nodes: row-major tensors (rows, n), one per element of a key, the most significant first.
        layout: of the output, like the first input.
        others: buffers for the further elements of the sorted keys.
        workspace: one buffer per element of a key for rows that are merged in memory, or none.
    """

    any_strides = True

    def __init__(
        self,
        input_nodes: Sequence[Any],
        layout: Any,
        others: Sequence[Any],
        workspace: Sequence[Any],
        tiling: SortTiling,
    ) -> None:
        super().__init__("sort", [*input_nodes, *others, *workspace], layout)
        self.count = len(input_nodes)
        self.tiling = tiling
        self.mutated_inputs = self.input_nodes[self.count :]

    def render(
        self,
        kernel: MLIRTemplateKernel,
        template_buffer_node: Any = None,
        epilogue_nodes: list[Any] | None = None,
        prologue_nodes: list[Any] | None = None,
        tile_info: Any = None,
        **kwargs: Any,
    ) -> str:
        """The kernel's MLIR."""
        self.output_node = template_buffer_node
        keys, written = self.input_nodes[: self.count], self.input_nodes[self.count :]
        numbers = range(self.count)
        names = [f"X{i}" for i in numbers] + [f"Y{i}" for i in numbers]
        names += [f"W{i}" for i in numbers if self.tiling.external]
        kernel.render_options = {
            "KERNEL_NAME": self.name,
            "kernel": kernel,
            "inputs": keys,
            "outputs": [template_buffer_node, *written],
            "names": ", ".join(names),
        }
        for name, node in zip(names, [*keys, template_buffer_node, *written], strict=True):
            kernel.named_nodes[name] = node
        rows, length = (kernel.size(size) for size in keys[0].get_size())
        kernel.render_options["body"] = "\n".join(_SortText(kernel, self.tiling, self.count, rows, length).lines())
        return self._template_from_string(SORT).render(**kernel.render_options)


class _SortText:
    """The body of the kernel: which keys are in the tiles when."""

    def __init__(self, kernel: MLIRTemplateKernel, tiling: SortTiling, count: int, rows: str, length: str) -> None:
        self.kernel, self.tiling, self.count, self.rows, self.length = kernel, tiling, count, rows, length
        self.writer = Writer()
        self.network = SortNetwork(self.writer, tiling, count)

    def lines(self) -> list[str]:
        w, t = self.writer, self.tiling
        self.network.allocate()
        if t.external:
            self._allocate_pieces()
        with w.loop(0, self.rows, t.rows, parallel=not t.external) as row:
            if t.external:
                self._sort_in_memory(row)
            else:
                self._load("X", row, w.index(0), self.length)
                self.network.sort()
                self._store("Y", row, w.index(0), self.length)
        return w.lines

    # -- rows of many chunks

    def _allocate_pieces(self) -> None:
        for name in (n for side in "ab" for n in self._pieces(side)):
            self.writer.allocate(name, self._piece_type, self.tiling.natural_lanes, slots=2)

    def _pieces(self, side: str) -> list[str]:
        return [f"%{side}{i}" for i in range(self.count)]

    @property
    def _piece_type(self) -> str:
        return f"memref<{self.tiling.rows}x{self.tiling.piece}xi64, 1>"

    def _sort_in_memory(self, row: str) -> None:
        """Sorts every chunk, up and down in turn, then merges in memory over longer and longer distances."""
        w, t = self.writer, self.tiling
        chunks = w.calculate("ceildivsi", self.length, t.chunk)
        levels = self._levels(chunks)
        chunks = w.calculate("shli", 1, levels)
        stride = w.calculate("muli", chunks, t.chunk)
        single = w.define(f"arith.cmpi eq, {levels}, {w.index(0)} : index")
        with w.loop(0, chunks) as chunk:
            start = w.calculate("muli", chunk, t.chunk)
            downwards = w.any_bit(chunk, w.choose(single, 0, 1))
            self._load("X", row, start, self.length)
            self._complement_if(downwards)
            self.network.sort()
            self._complement_if(downwards)
            self._store_either(single, row, start, stride)
        with w.loop(0, levels) as level:
            direction = w.calculate("shli", 2, level)
            self._exchange_chunks(row, level, direction, chunks, stride)
            self._merge_chunks(row, direction, chunks, stride)

    def _levels(self, chunks: str) -> str:
        """Binary logarithm of a number of chunks, rounded up."""
        w, levels = self.writer, f"%levels{len(self.writer.lines)}"
        bounds = [w.index(x) for x in (0, 40, 1)]
        w.lines.append(
            f"{levels} = scf.for %bit = {bounds[0]} to {bounds[1]} step {bounds[2]} "
            f"iter_args(%sum = {bounds[0]}) -> (index) {{"
        )
        more = w.define(f"arith.cmpi sgt, {chunks}, {w.calculate('shli', 1, '%bit')} : index")
        following = w.calculate("addi", "%sum", w.choose(more, 1, 0))
        w.lines.append(f"scf.yield {following} : index")
        w.lines.append("}")
        return levels

    def _complement_if(self, condition: str) -> None:
        with self.writer.when(condition):
            self.network.complement_natural()

    def _store_either(self, result: str, row: str, start: str, stride: str) -> None:
        """Stores a chunk to the result, or back to the workspace."""
        w = self.writer
        with w.when(result):
            self._store("Y", row, start, self.length)
        with w.when(w.define(f"arith.xori {result}, {w.define('arith.constant true')} : i1")):
            self._store("W", row, start, stride)

    def _exchange_chunks(self, row: str, level: str, direction: str, chunks: str, stride: str) -> None:
        """Exchanges between chunks that are 2**level, ..., 2, 1 chunks apart."""
        w, t = self.writer, self.tiling
        with w.loop(0, w.calculate("addi", level, 1)) as step:
            exponent = w.calculate("subi", level, step)
            distance = w.calculate("shli", 1, exponent)
            with w.loop(0, w.calculate("shrui", chunks, 1)) as place:
                above = w.calculate("shli", w.calculate("shrui", place, exponent), w.calculate("addi", exponent, 1))
                first = w.calculate("addi", above, w.calculate("andi", place, w.calculate("subi", distance, 1)))
                second = w.calculate("addi", first, distance)
                downwards = w.any_bit(first, w.calculate("andi", direction, w.calculate("subi", chunks, 1)))
                places = [w.choose(downwards, second, first), w.choose(downwards, first, second)]
                with w.loop(0, t.chunk, t.piece) as at:
                    self._exchange_pieces(row, [self._start(chunk, at) for chunk in places], stride)

    def _start(self, chunk: str, at: str) -> str:
        return self.writer.calculate("addi", self.writer.calculate("muli", chunk, self.tiling.chunk), at)

    def _exchange_pieces(self, row: str, starts: Sequence[str], stride: str) -> None:
        w, sides = self.writer, [self._pieces(side) for side in "ab"]
        for tiles, start in zip(sides, starts, strict=True):
            self._transfer("W", tiles, self._piece_type, self.tiling.piece, (row, start, stride), load=True)
        parts = [Part(name, self._piece_type) for pair in zip(*sides, strict=True) for name in pair]
        identity = "affine_map<(d0, d1) -> (d0, d1)>"
        w.generic([identity] * len(parts), 2, [], parts, self.network.exchange_body)
        for tiles, start in zip(sides, starts, strict=True):
            self._transfer("W", tiles, self._piece_type, self.tiling.piece, (row, start, stride), load=False)

    def _merge_chunks(self, row: str, direction: str, chunks: str, stride: str) -> None:
        """Sorts every chunk, which goes up and then down, in its direction."""
        w, t = self.writer, self.tiling
        last = w.define(f"arith.cmpi eq, {direction}, {chunks} : index")
        bit = w.calculate("andi", direction, w.calculate("subi", chunks, 1))
        with w.loop(0, chunks) as chunk:
            start = w.calculate("muli", chunk, t.chunk)
            downwards = w.any_bit(chunk, bit)
            self._load("W", row, start, stride)
            self._complement_if(downwards)
            self.network.merge()
            self._complement_if(downwards)
            self._store_either(last, row, start, stride)

    # -- transfers

    def _load(self, tensor: str, row: str, start: str, stride: str) -> None:
        place = (row, start, stride)
        self._transfer(tensor, self.network.natural, self.network.natural_type, self.tiling.chunk, place, load=True)

    def _store(self, tensor: str, row: str, start: str, stride: str) -> None:
        place = (row, start, stride)
        self._transfer(tensor, self.network.natural, self.network.natural_type, self.tiling.chunk, place, load=False)

    def _transfer(
        self, tensor: str, tiles: Sequence[str], type_: str, width: int, place: tuple[str, str, str], *, load: bool
    ) -> None:
        """Moves `width` keys of some rows; a row ends after `stride` keys."""
        w, (row, start, stride) = self.writer, place
        rows = w.calculate("minsi", w.calculate("subi", self.rows, row), self.tiling.rows)
        count = w.calculate("maxsi", w.calculate("minsi", w.calculate("subi", stride, start), width), 0)
        offset = w.calculate("addi", w.calculate("muli", row, stride), start)
        for i, tile in enumerate(tiles):
            name = f"{tensor}{i}"
            view_type = "memref<?x?xi64, strided<[?, 1], offset: ?>>"
            view = w.define(
                f"memref.reinterpret_cast %{name} to offset: [{offset}], sizes: [{rows}, {count}], "
                f"strides: [{stride}, 1] : {self.kernel.dram_type(name)} to {view_type}"
            )
            if load:
                w.lines.append(
                    f'"npu.dma_load"({view}, {tile}) {{pad = {LARGEST} : i64}} : ({view_type}, {type_}) -> ()'
                )
            else:
                w.lines.append(f'"npu.dma_store"({tile}, {view}) : ({type_}, {view_type}) -> ()')


# -- the lowering


def sorted_keys(keys: Sequence[Any]) -> list[Any]:
    """Rows of keys, sorted upwards.

    Args:
        keys: i64 tensors (rows, n), one per element of a key.
    """
    device, size = keys[0].get_device(), list(keys[0].get_size())
    for key in keys:
        key.realize()
    hint = V.graph.sizevars.optimization_hint
    rows, length = (max(1, int(hint(s, fallback=1024))) for s in size)
    known = isinstance(size[1], (int, sympy.Integer))
    tiling = choose_tiling(rows, length, len(keys), _machine(), known=known)
    others = [_empty(size, device) for _ in keys[1:]]
    workspace = [_empty([size[0] * (2 * size[1] + 2 * tiling.chunk)], device) for _ in keys if tiling.external]
    layout = row_major_layout(device, torch.int64, size)
    first = MLIRSortTemplate(keys, layout, others, workspace, tiling).generate().output_node()
    return [first, *others]


def _machine() -> Any:
    from npusim.scheduler import current_machine

    return current_machine()


def _empty(size: Sequence[Any], device: torch.device) -> Any:
    made = inductor.empty_strided(size, None, dtype=torch.int64, device=device)
    made.realize()
    return made


@provides_loop(ir.Sort)
def sort(
    device: torch.device,
    dtypes: Sequence[torch.dtype],
    inner_fns: Sequence[Loader],
    size: Sequence[Any],
    axis: int,
    descending: bool,
    **_: Any,
) -> list[Any]:
    """Tensors sorted by the first of them, with the arguments of `ir.Sort.create`; always stable."""
    keys = SortKeys(dtypes[0], descending)
    order = [*(d for d in range(len(size)) if d != axis), axis]
    back = [order.index(d) for d in range(len(size))]
    shape = [size[d] for d in order]
    rows = [sympy.prod(shape[:-1]), shape[-1]]
    encoded = [
        inductor.view(ir.Pointwise.create(device=device, dtype=torch.int64, inner_fn=element, ranges=shape), rows)
        for element in keys_of(keys, _moved(inner_fns[0], back))
    ]
    found = encoded if _is_trivial(rows) else sorted_keys(encoded)
    elements = [inductor.permute(inductor.view(key, shape), back) for key in found]
    loaders = [element.make_loader() for element in elements]
    results = [(dtypes[0], lambda index: keys.value([load(index) for load in loaders]))]
    results += [
        (dtype, _taken(load, keys, loaders, size, axis)) for dtype, load in zip(dtypes[1:], inner_fns[1:], strict=True)
    ]
    return [
        ir.Pointwise.create(device=device, dtype=dtype, inner_fn=inner, ranges=list(size)) for dtype, inner in results
    ]


def _is_trivial(rows: Sequence[Any]) -> bool:
    known = V.graph.sizevars.statically_known_leq
    return bool(known(rows[1], 1) or known(rows[0], 0))


def _moved(load: Loader, back: Sequence[int]) -> Loader:
    return lambda index: load([index[d] for d in back])


def _taken(load: Loader, keys: SortKeys, loaders: Sequence[Loader], size: Sequence[Any], axis: int) -> Loader:
    """The elements of another tensor at the places of the sorted ones."""

    def inner(index: Sequence[Any]) -> Any:
        place = keys.place([element(index) for element in loaders])
        at = ops.indirect_indexing(place, size[axis], wrap_neg=False)
        return load([*index[:axis], at, *index[axis + 1 :]])

    return inner
