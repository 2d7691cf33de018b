"""Registers the device with Inductor. Imported when Inductor is first used."""

import functools
from collections.abc import Iterable
from typing import Any

import torch
from npusim.frontend.backend import codegen_config
from npusim.frontend.backend.device_ops import NpuDeviceOpOverrides
from npusim.frontend.backend.generated.gate import host_ops_allowed
from npusim.frontend.backend.generated.wrapper import NpuWrapperCodegen
from npusim.frontend.backend.graph_values import is_on
from npusim.frontend.backend.host_scalars import move_host_scalars
from npusim.frontend.backend.interface import register_device_interface
from npusim.frontend.backend.memory.changed_inputs import keep_former_values
from npusim.frontend.backend.memory.results import own_results
from npusim.frontend.backend.routing import mark_decisions
from npusim.frontend.compile_state import compile_state
from npusim.frontend.complex_numbers.rewriting import rewrite_complex
from npusim.frontend.complex_numbers.rules import user_rules_digest
from npusim.frontend.implementations.registry import check_forced
from npusim.frontend.inductor import patches
from npusim.frontend.inductor.api import (
    ConstructorMoverPass,
    CustomGraphModulePass,
    FakeTensorUpdater,
    register_backend_for_device,
    register_device_op_overrides,
)
from npusim.frontend.lowering import (
    load_templates,
    lowering_digest,
    prepare_user_lowerings,
    raise_template_errors,
    register_awaited,
    template_errors,
)
from npusim.frontend.settings.lowering_changes import notice
from npusim.simulator.errors import MachineError, OptionError
from npusim.simulator.system.progress import enter_phase


class NpuGraphPass(CustomGraphModulePass):
    """Runs before a graph that touches the device is lowered; its `uuid` is the part of the cache key that can change
    in a process.
    """

    def __call__(self, gm: torch.fx.GraphModule) -> None:
        """Gives results memory of their own, rewrites complex numbers as pairs, and moves scalars of the host; first
        raises the errors of loading template packages.
        """
        raise_template_errors()
        register_awaited()
        keep_former_values(gm.graph)
        own_results(gm.graph)
        make_indices_on_the_device(gm)
        rewrite_complex(gm)
        move_host_scalars(gm)
        _keep_on_device(gm.graph.nodes)
        _make_numbers_as_eager(gm.graph.nodes)
        mark_decisions(gm.graph)
        prepare_user_lowerings({node.target for node in gm.graph.nodes if node.op == "call_function"})
        check_forced(gm.graph.nodes)
        enter_phase("lowering operator", len(gm.graph.nodes))

    def uuid(self) -> Any:
        register_awaited()  # where caches are on, this is asked before a graph is looked up or lowered
        one_attention = torch._C._get_overrideable_sdp_enabled()  # the choice of sdpa_kernel()
        lowerings = lowering_digest() + user_rules_digest()
        packing = torch.backends.cpu.get_cpu_capability()  # of the host, whose layouts packed weights have
        return (lowerings, template_errors(), _state_or_error(), host_ops_allowed(), one_attention, packing)


def _keep_on_device(nodes: Iterable[torch.fx.Node]) -> None:
    """Removes marks that send operators to eager kernels: FlexAttention's sort, for what it costs on other devices."""
    for node in nodes:
        if "fallback_to_eager" in node.meta.get("custom", {}):
            node.meta["custom"] = {k: v for k, v in node.meta["custom"].items() if k != "fallback_to_eager"}


def _make_numbers_as_eager(nodes: Iterable[torch.fx.Node]) -> None:
    """Marks tensors of the host that are made of a float of the program, such as a result `x.item() * 2`, for the eager
    operator: Inductor's kernels for the CPU take such numbers in single precision.
    """
    for node in nodes:
        numbers = (each.meta.get("val") for each in node.all_input_nodes)
        if is_on(node, "cpu") and any(isinstance(number, torch.SymFloat) for number in numbers):
            node.meta["custom"] = {**node.meta.get("custom", {}), "fallback_to_eager": True}


def make_indices_on_the_device(gm: torch.fx.GraphModule) -> None:
    """Tensors that a graph makes on the CPU and only indexes tensors of the device with are made on the device.

    Eager PyTorch allows such indices for every device (``table[torch.arange(n)]``), and Inductor does this for GPUs.
    """
    if any(node.kwargs.get("device") == torch.device("cpu") for node in gm.graph.nodes):
        updater = FakeTensorUpdater(gm)
        ConstructorMoverPass("npu")(gm.graph)
        updater.incremental_update()
    for node in gm.graph.nodes:
        if node.target in _INDEXING and is_on(node.args[0], "npu"):
            indices = [_moved(gm.graph, node, each) if is_on(each, "cpu") else each for each in node.args[1]]
            node.update_arg(1, indices)


_INDEXING = (torch.ops.aten.index.Tensor, torch.ops.aten.index_put.default)


def _moved(graph: torch.fx.Graph, user: torch.fx.Node, index: torch.fx.Node) -> torch.fx.Node:
    """The index on the device: one that a forward graph keeps for its backward graph stays on the CPU between them."""
    with graph.inserting_before(user):
        copy = graph.call_function(torch.ops.prims.device_put.default, (index, torch.device("npu")))
    copy.meta["val"] = index.meta["val"].to("npu")
    return copy


def _state_or_error() -> str:
    """The compile state, or the error that reading it raised, as a part of cache keys.

    Keys are made for graphs of other devices too, which a machine that cannot be loaded must not disturb; a graph on
    the device raises the error when its code is generated.
    """
    try:
        notice()
        return compile_state()
    except (MachineError, OptionError) as error:
        return str(error)


@functools.cache
def register_backend() -> None:
    """Scheduling, wrapper, operator overrides, configuration, device interface and operator templates of the device."""
    from npusim.frontend.backend.scheduling import NpuScheduling

    register_device_interface()
    register_device_op_overrides("npu", NpuDeviceOpOverrides())
    register_backend_for_device(
        "npu",
        NpuScheduling,
        NpuWrapperCodegen,
        device_custom_pass=NpuGraphPass(),
        device_custom_config=codegen_config,  # type: ignore[arg-type]
    )
    patches.apply_all(patches.FOR_CODE_GENERATION)
    load_templates()
