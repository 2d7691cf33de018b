"""`MLIRTemplateKernel`: what a template's `render` gets."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from npusim.frontend.codegen import (
    OperandView,
    Prologue,
    ResidentTile,
    TileDim,
    TileFunction,
    current,
    dram_memref,
    emit_epilogue,
    emit_prologue,
    emit_tile_function,
    in_arguments,
)
from npusim.frontend.inductor.api import Kernel, V
from npusim.frontend.template.fused_work import FusedWork, needed_outside
from npusim.frontend.template.operations import Operations, Tile, check_dims
from npusim.frontend.template.tile_math import compute_block
from npusim.scheduler import current_machine
from npusim.simulator.errors import KernelError, OptionError
from npusim.simulator.ir.memref_type import MemRefType
from npusim.simulator.machine import Machine

_SIGNATURE = "<npusim-signature>"
_LOCALS = "<npusim-local-variables>"
_FUNCTION = re.compile(r"func\.func\s+@[\w$.-]+")


class MLIRTemplateKernel(Operations, Kernel[Any]):
    """One kernel while its template renders it.

    Attributes:
        machine: the machine that the kernel is generated for.
        vector_lane: its lanes.
        render_options: the options that the template passes to its text; set by `render`.
        work: what is fused into the kernel, for the choice of tiles.
        function_name: name of the kernel's function; empty: the name in the template's text.
        epilogue_info: what the template knows about its output (`output_node`, `sram_var`, `dram_var`,
            `dram_tile_desc`); kept in the kernel's metadata for debugging.
    """

    def __init__(
        self,
        buffer_name: str,
        epilogue_nodes: Sequence[Any] = (),
        machine: Machine | None = None,
        *,
        producers: Mapping[str, Any] | None = None,
        work: FusedWork | None = None,
        function_name: str = "",
    ) -> None:
        Kernel.__init__(self)
        Operations.__init__(self)
        self.machine = machine if machine is not None else current_machine()
        self.vector_lane = self.machine.vector_lanes
        self.buffer_name = buffer_name
        self.epilogue_nodes = list(epilogue_nodes)
        self.producers = dict(producers or {})
        self.work = work or FusedWork()
        self.function_name = function_name
        self.render_options: dict[str, Any] = {}
        self.epilogue_info: dict[str, Any] = {}
        self.named_nodes: dict[str, Any] = {}
        self._aliases: list[tuple[str, str]] = []
        self._has_signature = self._has_locals = self.output_stored = False
        self._computed_inputs = self._computed_tiles = 0

    def twin(self) -> "MLIRTemplateKernel":
        """A copy of the kernel before rendering, to be rendered for a candidate."""
        return MLIRTemplateKernel(
            self.buffer_name,
            self.epilogue_nodes,
            self.machine,
            producers=self.producers,
            work=self.work,
            function_name=self.function_name,
        )

    def rename_indexing(self, index: Any) -> Any:
        """The expression with symbolic sizes replaced by the kernel's size arguments, which are added as needed."""
        if isinstance(index, (list, tuple)):
            return [self.rename_indexing(part) for part in index]
        return in_arguments(self, index)

    # -- called by templates

    def def_kernel(
        self,
        inputs: Sequence[Any],
        outputs: Sequence[Any],
        names_str: str = "",
        input_reorder: Sequence[int] | None = None,
    ) -> str:
        """The function's signature.

        Args:
            inputs: nodes, or None for an optional input that is not there.
            outputs: nodes; the buffer of the template or of its last fused epilogue.
            names_str: the arguments' names, inputs first, separated by commas.
            input_reorder: order of the inputs in the signature, as indices into `inputs`.

        Operands of fused epilogues and symbolic sizes are added behind.
        """
        names = [name.strip() for name in names_str.split(",") if name.strip()]
        if len(names) != len(inputs) + len(outputs):
            raise OptionError(
                f"def_kernel: {len(inputs)} inputs and {len(outputs)} outputs, but the names '{names_str}'"
            )
        order = list(range(len(inputs))) if input_reorder is None else list(input_reorder)
        if sorted(order) != list(range(len(inputs))):
            raise OptionError(f"def_kernel: input_reorder {order} is no permutation of {len(inputs)} inputs")
        for index in order:
            if inputs[index] is not None:
                self._name_input(names[index], inputs[index])
        for name, node in zip(names[len(inputs) :], outputs, strict=True):
            self._name_output(name, node)
        self._has_signature = True
        return _SIGNATURE

    def def_global_vars(self) -> str:
        """Text in front of the function: none, because tiles and constants are defined inside of it."""
        return ""

    def def_local_vars(self) -> str:
        """The place, at the top of the function, of sizes, and of tiles and constants of fused epilogues."""
        self._has_locals = True
        return _LOCALS

    def load_input(self, dram_name: str, tile_name: str, dims: Sequence[str | None], pad: float | None = None) -> str:
        """`dma_load` for an input that prologues may have been fused into: then its tile is computed from theirs.

        Elements of the tile outside of the tensor are `pad`, default 0; with a prologue they can only be 0.
        """
        if not self.computes(dram_name):
            return self.dma_load(dram_name, tile_name, dims, pad)
        if pad:
            raise OptionError(f"load_input('{dram_name}'): a prologue pads with 0, not with {pad}")
        tile, layout = self.tile(tile_name), self._node(dram_name).get_layout()
        walked = [(axis, stride) for axis, stride in zip(dims, layout.stride, strict=True) if axis is not None]
        axes = [axis for axis, _ in walked]
        view = OperandView(
            self._node(dram_name).get_name(),
            tuple(self.loop(axis).size for axis in axes),
            tuple(stride for _, stride in walked),
            layout.offset,
            tuple(number for number, axis in enumerate(axes) if axis not in tile.desc.axes),
        )
        placed = [self._placed(tile, axis) for axis in axes]
        return self.compute_input(view, tile_name, placed, axes)

    def _placed(self, tile: Tile, axis: str) -> TileDim:
        """Where a tile of an input lies along one axis; a loop of one iteration need not define its variable."""
        dim = self._tile_dim(tile, axis)
        return replace(dim, offset=None) if self._stays_at_zero(axis) else dim

    def compute_input(self, view: OperandView, tile_name: str, dims: Sequence[TileDim], axes: Sequence[str]) -> str:
        """Computes the tile of an input that prologues have been fused into (`computes`); elements outside are 0.

        Args:
            view: the input.
            dims: where the tile lies along each of the view's dimensions.
            axes: the tile's axis along each of them; any other name for one that is stepped along.
        """
        tile = self.tile(tile_name)
        text = emit_prologue(
            self,
            Prologue(view, self.producers),
            dims=dims,
            tile=_resident(tile, axes),
            lane_dim=list(axes).index(tile.desc.axes[tile.desc.vlane_split_axis]),
            lane_stride=tile.desc.vlane_stride,
            prefix=f"p{self._computed_inputs}_",
        )
        self._computed_inputs += 1
        self.top_lines += text.top
        return "\n".join(text.body)

    def computes(self, dram_name: str) -> bool:
        """Whether an input is computed on its tiles by prologues, so that there is no argument to load from."""
        return self._node(dram_name).get_name() in self.producers

    def store_output(self, tile_name: str | Sequence[str], dims: Sequence[str]) -> str:
        """Runs the fused epilogues on a finished tile and stores what is needed outside of the kernel.

        Args:
            tile_name: the tile with the template's result, in the accumulation dtype; with siblings
                (`kernel.work.siblings`) theirs behind it, all of one shape.
            dims: for every dimension of the template's output the loop variable that walks it. A variable that is no
                axis of the tile walks in steps of one.
        """
        tiles = [self.tile(name) for name in _names(tile_name)]
        tile, results = tiles[0], self.results()
        check_dims("the result", len(V.graph.get_buffer(self.buffer_name).get_size()), tile, dims)
        text = emit_epilogue(
            self,
            self.epilogue_nodes,
            dims=self._result_dims(tile, dims),
            resident={name: _resident(each, dims) for name, each in zip(results, tiles, strict=True)},
            lane_dim=list(dims).index(tile.desc.axes[tile.desc.vlane_split_axis]) if tile.axes else 0,
            keep=self.kept_results(),
            slots=self.most_slots,
            batch=() if self.work.epilogue is None else self.work.epilogue.batch,
        )
        self.output_stored = True
        self.top_lines += text.top
        return "\n".join(text.body)

    def compute_function(
        self,
        output: str,
        inputs: Mapping[str, str],
        axes: Mapping[str, str],
        function: TileFunction,
        factors: Mapping[str, float],
    ) -> str:
        """Computes a tile by a function that is written with Inductor's `ops`, and that may load from `input_nodes`.

        Args:
            inputs: tiles by the names under which the function loads their elements.
            axes: for every dimension of the place of an element, outermost first, the loop variable by the name under
                which the function loads it; those that are no axis of the tile walk in steps of one.
            factors: of elements of tiles, by the names of `inputs`.
        """
        tile, walked = self.tile(output), list(axes.values())
        text = emit_tile_function(
            self,
            function,
            [self._tile_dim(tile, axis) for axis in walked],
            {name: _resident(self.tile(held), walked) for name, held in inputs.items()},
            {name: place for place, name in enumerate(axes)},
            _resident(tile, walked),
            factors=factors,
            lane_dim=walked.index(tile.desc.axes[tile.desc.vlane_split_axis]),
            prefix=f"f{self._computed_tiles}_",
        )
        self._computed_tiles += 1
        self.top_lines += text.top
        return "\n".join(text.body)

    def generic(self, outputs: str | Sequence[str], inputs: str | Sequence[str], caller: Callable[..., str]) -> str:
        """Computes on tiles: a `linalg.generic` over their axes, whose body is the text of a Jinja2 `call` block.

            {% call(x, weight) kernel.generic("y_tile", ["x_tile", "w_tile"]) %}
              %scaled = arith.mulf {{ x }}, {{ weight }} : f32
              linalg.yield %scaled
            {% endcall %}

        Args:
            outputs: names of the tiles that are written; an axis that they lack is reduced into them.
            inputs: names of the tiles that are read.
            caller: the block. It gets the names of the elements of the inputs, then, if it names them, of the old ones
                of the outputs. Floating-point elements are f32 (f64 where a tile is), whatever the tiles' dtypes.
        """
        return compute_block(self, _names(outputs), _names(inputs), caller)

    # -- called by the rendering

    def finish(self, code: str) -> str:
        """The rendered text with its signature, its local variables and the function's name filled in."""
        if not self._has_signature:
            raise OptionError("the template does not call kernel.def_kernel(...), so the kernel has no arguments")
        self.refuse_open_loops()
        if self.top_lines and not self._has_locals:
            raise OptionError(
                "the template needs {{ kernel.def_local_vars() }} as first line of its function: "
                "it has symbolic sizes or fused epilogues"
            )
        if self.function_name:
            code = _FUNCTION.sub(f"func.func @{self.function_name}", code, count=1)
        return code.replace(_LOCALS, "\n".join(self.top_lines)).replace(_SIGNATURE, self._signature())

    def call_args(self) -> list[Any]:
        """The arguments of the kernel's call: buffer names, then sizes."""
        return [outer for _, outer, _ in self._arguments()]

    def dram_type(self, name: str) -> str:
        """MLIR type of a named tensor argument, as text."""
        return str(self.tensor_type(name))

    def tensor_type(self, name: str) -> MemRefType:
        """Type of a named tensor argument."""
        node = self._node(name)
        if self.computes(name):
            raise OptionError(f"'{name}' is computed by a fused prologue: load it with kernel.load_input(...)")
        return dram_memref(node.get_name())

    # -- arguments

    def _name_input(self, name: str, node: Any) -> None:
        self.named_nodes[name] = node
        if node.get_name() in self.producers:
            return  # it is computed on its tile, from arguments of its own
        if node.get_name() in self.args.input_buffers:
            self._aliases.append((name, node.get_name()))
        else:
            self.args.input_buffers[node.get_name()] = name

    def _name_output(self, name: str, node: Any) -> None:
        self.named_nodes[name] = node
        changes_in_place = node.get_name() in V.graph.scheduler.mutation_real_name
        if not changes_in_place and (node.get_name() not in self.results() or node.get_name() in self.kept_results()):
            self.args.output_buffers[node.get_name()] = name

    def _arguments(self) -> list[tuple[str, Any, str]]:
        """(name, argument of the call, type) of every argument, tensors first."""
        definitions, outer, _, _ = self.args.python_argdefs()
        given = [(definition.name, value) for definition, value in zip(definitions, outer, strict=True)]
        tensors = [(name, value, str(dram_memref(value))) for name, value in given if isinstance(value, str)]
        tensors += [(name, buffer, str(dram_memref(buffer))) for name, buffer in self._aliases]
        return tensors + [(name, value, "index") for name, value in given if not isinstance(value, str)]

    def _signature(self) -> str:
        return "(" + ", ".join(f"%{name}: {type_}" for name, _, type_ in self._arguments()) + ")"

    # -- epilogues

    def results(self) -> list[str]:
        """Buffers of the templates that the kernel computes."""
        return [self.buffer_name, *(sibling.buffer.get_name() for sibling in self.work.siblings)]

    def kept_results(self) -> set[str]:
        """The templates' own buffers that are read outside of the kernel."""
        fused = {name for node in self.epilogue_nodes for name in node.get_operation_names()}
        return needed_outside(self.results(), fused) if fused else set(self.results())

    def _result_dims(self, tile: Tile, dims: Sequence[str]) -> list[TileDim]:
        """The dimensions of the output; reduced ones are covered by the tile."""
        first_reduced = len(dims) - self.work.row_dims
        made = [self._tile_dim(tile, axis) for axis in dims]
        for axis, dim in zip(dims[first_reduced:], made[first_reduced:], strict=True):
            if not dim.extent.is_Integer or int(dim.extent) > dim.size:
                raise KernelError(
                    f"epilogues reduce rows of {dim.extent} along '{axis}', but a tile of {dim.size} was chosen; "
                    "the template's mappings must honour kernel.work.row_dims"
                )
        return [replace(d, reduced=i >= first_reduced) for i, d in enumerate(made)]

    def _tile_dim(self, tile: Tile, axis: str) -> TileDim:
        walked = axis in tile.desc.axes
        size = tile.size(axis) if walked else 1
        return TileDim(size=size, extent=current(self.loop(axis).size), offset=f"%{axis}", stepped=not walked)


def _names(given: str | Sequence[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def _resident(tile: Tile, dims: Sequence[str]) -> ResidentTile:
    axes = tuple(list(dims).index(axis) for axis in tile.desc.axes)
    return ResidentTile(ssa=tile.name, element=tile.element, axes=axes)
