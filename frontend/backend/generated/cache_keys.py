"""What keys of Inductor's and AOTAutograd's caches lack: what call sites put into a graph's text (implementations that
are forced there, the modules that launches belong to), which inputs share memory, and where they lie in their storages.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.backend.memory.offset_guards import counts_from_storages
from npusim.frontend.codegen.graph.metadata import module_path
from npusim.frontend.implementations.forcing import forced_here
from npusim.frontend.inductor.patching import around


@around
def completed(
    init: Callable[..., None], self: Any, gm: Any, example_inputs: Sequence[Any], *args: Any, **kwargs: Any
) -> None:
    """Wraps `FxGraphHashDetails.__init__`, which AOTAutograd's keys inherit: what is hashed contains the names that
    call sites force, the paths of modules, the places of inputs in memory that they share, if there are any, and those
    in their storages, if strided views count from these."""
    init(self, gm, example_inputs, *args, **kwargs)
    nodes = () if gm is None else gm.graph.nodes
    marks = {node.name: sorted(forced_here(node).items()) for node in nodes if forced_here(node)}
    modules = [module_path(node) for node in nodes]
    if marks:
        self.npusim_call_sites = marks
    if any(modules):
        self.npusim_modules = modules
    if shared := _shared_memory(example_inputs):
        self.npusim_shared_memory = shared
    if gm is not None and counts_from_storages(gm):
        self.npusim_storage_offsets = [
            str(each.storage_offset()) if isinstance(each, torch.Tensor) and each.layout == torch.strided else ""
            for each in example_inputs
        ]


@around
def explained_where_read(lines: Callable[..., list[str]], pickler: Any, details: Any) -> list[str]:
    """Wraps `FxGraphCachePickler.debug_lines`, what each part of a key is: made where Inductor's log of keys or its
    trace is on, as hashing each part takes as long again as the key.
    """
    is_logged = logging.getLogger("torch._inductor.codecache").isEnabledFor(logging.DEBUG)
    is_read = is_logged or logging.getLogger("torch.__trace").handlers
    return lines(pickler, details) if is_read else []


@around
def with_memory_formats(init: Callable[..., None], pickler: Any, *args: Any, **kwargs: Any) -> None:
    """Wraps `FxGraphCachePickler.__init__`: memory formats are hashed by their names. Left to `pickle`, each that a
    graph mentions is looked for in all modules of the process, which took longer than the rest of the key.
    """
    init(pickler, *args, **kwargs)
    pickler.dispatch_table[torch.memory_format] = lambda memory_format: (str, (str(memory_format),))


def _shared_memory(inputs: Sequence[Any]) -> dict[int, tuple[int, str]]:
    """For inputs that share memory with others, by their numbers: the first of these, and the offset in it.

    What AOTAutograd makes of a program that writes one of them serves no call where they share none, or overlap in
    another way."""
    users: dict[int, list[int]] = {}
    for number, value in enumerate(inputs):
        if isinstance(value, torch.Tensor) and value.layout == torch.strided:
            users.setdefault(value.untyped_storage()._cdata, []).append(number)
    return {
        number: (group[0], str(inputs[number].storage_offset()))
        for group in users.values()
        if len(group) > 1
        for number in group
    }
