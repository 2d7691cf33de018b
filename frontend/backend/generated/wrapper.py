"""The Python module that Inductor generates around our kernels.

The module contains a kernel's text verbatim, in a call of `npusim.scheduler.register_kernel`, and a launch is a plain
call with the tensors and then the sizes as integers. Text is all that Inductor's caches keep, so a cached graph needs
nothing else to run.
"""

import pprint
from collections.abc import Callable, Sequence
from typing import Any

from npusim.frontend.backend.generated.gate import check_extern_kernel
from npusim.frontend.backend.generated.size_text import size_text
from npusim.frontend.backend.regions.copies import copy_number, is_region
from npusim.frontend.inductor.api import PythonWrapperCodegen, SubgraphPythonWrapperCodegen, SymbolicCallArg, V, ir
from npusim.frontend.settings.verification import verification
from npusim.frontend.verification import plan
from npusim.simulator.errors import UnsupportedError
from npusim.simulator.report.origin import Origin
from torch import Tensor

IMPORTS = (
    "from npusim.scheduler import register_kernel as npusim_register_kernel",
    "from npusim.scheduler.kernel import expect_kernels as npusim_expect_kernels",
    "from npusim.frontend.complex_numbers.views import reinterpret as npusim_reinterpret",
    "from npusim.frontend.complex_numbers.views import as_traced as npusim_as_traced",
    "from npusim.frontend.device.policy import announce_host_operator as npusim_announce_host_operator",
    "from npusim.frontend.mlir_writer.index_arithmetic import float_bits as npusim_float_bits",
)
"""What every generated module begins with."""
COPY_NUMBER = "copy_number"
"""The name in a region's function of the number of the copy that it is called for, its last argument."""


def kernel_definition(name: str, text: str, meta: dict[str, Any]) -> str:
    """Python source of the value of a kernel's definition."""
    # Verbatim, so that the text parsed while compiling is the one found in the parser's cache now.
    literal = f"r'''{text}'''" if _fits_raw_literal(text) else repr(text)
    return f"npusim_register_kernel({name!r}, {literal},\n{pprint.pformat(meta, width=120, sort_dicts=True)})"


def _fits_raw_literal(text: str) -> bool:
    lines = text.splitlines()
    plain = all(line == line.rstrip() and line for line in lines)  # Inductor tidies lines while it writes the module
    return plain and "'''" not in text and text.endswith("\n") and not text.endswith("\\\n")


def _call_site(name: str, origin: Origin) -> str:
    known = {key: value for key, value in vars(origin).items() if value}
    return f"{name}.at({', '.join(f'{key}={value!r}' for key, value in known.items())})"


def _argument(value: Any) -> str:
    if isinstance(value, (str, int, float, bool, SymbolicCallArg)):
        return str(value)
    return size_text(value)


def _lazy_inputs() -> dict[str, bool]:
    """Inputs whose memory may not hold their values, and whether the graph reads each as a lazy conjugate.

    No operator of a graph tells of a lazy negative. Gradients that autograd gives to a backward graph are lazy or not
    whatever they were in the trace, since nothing guards that.
    """
    found = {}
    for node in V.graph.module.graph.find_nodes(op="placeholder"):
        traced = node.meta.get("val")
        is_given = V.graph.is_backward and node.name.startswith("tangents")
        if isinstance(traced, Tensor) and (is_given or traced.is_neg()):
            found[node.name] = traced.is_conj()
    return found


class NpuWrapperMixin:
    """The common base of the wrappers of root graph and subgraphs."""

    src_to_kernel: dict[str, str]
    _copy_number: int | None = None

    def define_npu_kernel(self, text: str, name: str, meta: dict[str, Any]) -> str:
        """Puts a kernel into the generated module and returns the name to call it by. Equal texts are defined once,
        unless only one computes control operands or their messages name different lines of the program.

        Args:
            text: MLIR of the kernel, verified by the caller.
            name: what the kernel does, an identifier such as `npu_fused_addmm_relu_1f2e3d4c`; made unique within the
                graph.
            meta: see "scheduler" in docs/architecture.md.
        """
        wrapper: Any = self
        key = f"{text}// controls" if meta.get("controls") else text
        key += repr(meta.get("index_checks", ""))
        if key in self.src_to_kernel:
            return self.src_to_kernel[key]
        if name in self.src_to_kernel.values():
            name = f"{name}_{wrapper.next_kernel_suffix()}"
        self.src_to_kernel[key] = name
        wrapper.define_kernel(name, kernel_definition(name, text, meta), gpu=False)
        return name

    def npu_call_site(self, name: str, origins: Sequence[Origin]) -> str:
        """Defines a kernel's call site and returns the expression to call it by.

        Args:
            origins: what its launches belong to: one, or one for each copy of the region that is written.
        """
        wrapper: Any = self
        sites = [_call_site(name, origin) for origin in origins]
        has_copies = len(set(sites)) > 1
        definition = f"({', '.join(sites)})" if has_copies else sites[0]
        if definition not in self.src_to_kernel:
            site = f"{name}_at{len(self.src_to_kernel)}"
            self.src_to_kernel[definition] = site
            wrapper.define_kernel(site, definition, gpu=False)
        return f"{self.src_to_kernel[definition]}[{COPY_NUMBER}]" if has_copies else self.src_to_kernel[definition]

    def call_npu_kernel(self, name: str, call_args: list[Any], device: Any) -> None:
        """Emits a launch: tensors by name, then sizes as integers or symbolic expressions."""
        wrapper: Any = self
        wrapper.generate_kernel_call(name, call_args, device=device, triton=False)

    def verify_npu_kernel(self, name: str, meta: dict[str, Any], nodes: Sequence[Any], call_args: list[Any]) -> None:
        """Emits the comparison of a launch's results, while verification is on."""

    def _generate_kernel_call_helper(
        self, kernel_name: str, call_args: Any, *, device: Any = None, **kwargs: Any
    ) -> None:
        wrapper: Any = self
        if (device or V.graph.get_current_device_or_throw()).type != "npu":
            inherited: Any = super()
            inherited._generate_kernel_call_helper(kernel_name, call_args, device=device, **kwargs)
            return
        wrapper.writeline(f"{kernel_name}({', '.join(_argument(arg) for arg in call_args)})")

    def codegen_invoke_subgraph(self, invoke_subgraph: ir.InvokeSubgraph) -> None:
        """Emits the call of a region, with the number of its copy; of another subgraph as it is."""
        self._copy_number = copy_number(invoke_subgraph)
        inherited: Any = super()
        inherited.codegen_invoke_subgraph(invoke_subgraph)

    def codegen_subgraph_call(self, subgraph: Any, outer_inputs: list[str], outer_buffer_name: str) -> None:
        number, self._copy_number = self._copy_number, None
        given = outer_inputs if number is None else [*outer_inputs, str(number)]
        inherited: Any = super()
        inherited.codegen_subgraph_call(subgraph, given, outer_buffer_name)

    def codegen_python_sizevar(self, x: Any, *, simplify: bool = True) -> str:
        """Text of a size."""
        return size_text(x, simplify=simplify)

    def codegen_reinterpret_view(
        self, data: Any, size: Any, stride: Any, offset: Any, writeline: Any, dtype: Any = None
    ) -> str:
        inherited: Any = super()
        base = V.graph.get_dtype(data.get_name())
        if dtype is None or dtype.is_complex == base.is_complex:
            return str(inherited.codegen_reinterpret_view(data, size, stride, offset, writeline, dtype))
        shape, steps = map(inherited.codegen_python_shape_tuple, (size, stride))
        first = inherited.codegen_sizevar(offset)
        return f"npusim_reinterpret({data.get_name()}, {dtype}, {shape}, {steps}, {first})"

    def _check(self, node: ir.ExternKernel) -> None:
        """Passes an extern kernel through the gate; loading the module announces operators that run on the host."""
        message = check_extern_kernel(node)
        if message is not None:
            wrapper: Any = self
            wrapper.header.writeline(f"npusim_announce_host_operator({node.op_overload.name()!r}, {message!r})")

    @staticmethod
    def _checked(method: str) -> Callable[[Any, ir.ExternKernel], None]:
        """The inherited method that writes extern kernels of one kind, behind the check."""

        def generate(self: Any, node: ir.ExternKernel) -> None:
            self._check(node)
            getattr(super(), method)(node)

        return generate

    generate_fallback_kernel = _checked("generate_fallback_kernel")
    generate_extern_kernel_alloc = _checked("generate_extern_kernel_alloc")
    generate_extern_kernel_out = _checked("generate_extern_kernel_out")
    generate_extern_kernel_multi_out = _checked("generate_extern_kernel_multi_out")
    generate_scatter_fallback = _checked("generate_scatter_fallback")
    generate_index_put_fallback = _checked("generate_index_put_fallback")


class NpuWrapperCodegen(NpuWrapperMixin, PythonWrapperCodegen):
    """Wrapper of a whole graph."""

    @staticmethod
    def create(
        is_subgraph: bool,
        subgraph_name: str | None,
        parent_wrapper: PythonWrapperCodegen | None,
        partition_signatures: Any = None,
    ) -> PythonWrapperCodegen:
        if not is_subgraph:
            return NpuWrapperCodegen()
        assert subgraph_name is not None and parent_wrapper is not None
        return NpuSubgraphWrapperCodegen(subgraph_name, parent_wrapper, partition_signatures)

    def write_args(self, input_names: list[str]) -> None:
        super().write_args(input_names)
        for name, conjugate in _lazy_inputs().items():
            if name in V.graph.mutated_buffers:
                raise UnsupportedError("an argument that is changed in place is lazily negated: call its resolve_neg()")
            self.prefix.writeline(f"{name} = npusim_as_traced({name}, {conjugate})")

    def write_prefix(self) -> None:
        super().write_prefix()
        if verification.value().kernels:
            self.imports.writeline(plan.IMPORT)
            with self.prefix.indent(self.get_wrapper_call_indent()):
                self.prefix.writeline(plan.plan_for(V.graph).begin_line())

    def verify_npu_kernel(self, name: str, meta: dict[str, Any], nodes: Sequence[Any], call_args: list[Any]) -> None:
        if verification.value().kernels:
            shape = self.codegen_python_shape_tuple
            self.writeline(plan.plan_for(V.graph).line_after(name, meta, nodes, call_args, shape))

    def generate(self, is_inference: bool) -> Any:
        self.imports.writeline(f"npusim_expect_kernels({len(self.src_to_kernel)})")
        return super().generate(is_inference)

    def write_header(self) -> None:
        super().write_header()
        for line in IMPORTS:
            self.imports.writeline(line)


class NpuSubgraphWrapperCodegen(NpuWrapperMixin, SubgraphPythonWrapperCodegen):
    """Wrapper of a subgraph: a branch of `torch.cond`, a region, a partition."""

    create = staticmethod(NpuWrapperCodegen.create)

    def define_kernel(self, *args: Any, **kwargs: Any) -> None:
        """Puts the definition into the module's header: another subgraph may have equal kernels."""
        self.get_root_graph().define_kernel(*args, **kwargs)

    def write_args(self, input_names: list[str]) -> None:
        if is_region(V.graph.module):
            self.prefix.writeline(f"{COPY_NUMBER} = args.pop()")
        super().write_args(input_names)
