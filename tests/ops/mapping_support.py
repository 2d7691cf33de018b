"""Runs with a mapping strategy: results, and what was chosen for every kernel that has a mapping."""

import json
from pathlib import Path

import torch


def mapped(function, *tensors, mode="timing", **options):
    """The result, and the report's `mapping` and cycles of every kernel that has a mapping."""
    torch._dynamo.reset()
    with torch.npu.simulator(mode=mode, **options) as simulation:
        result = torch.compile(function, dynamic=False, fullgraph=True)(*tensors)
        return result, mappings(simulation)


def mappings(simulation):
    """The report's `mapping` and cycles of every kernel that has a mapping."""
    kernels = simulation.report().to_dict()["kernels"]
    return [(kernel["mapping"], kernel["cycles"]) for kernel in kernels if kernel["mapping"]]


def texts(folder: Path) -> str:
    """The MLIR of the kernels that runs below a folder have left."""
    return "\n".join(file.read_text() for file in sorted(folder.glob("**/kernels/*.mlir")))


def written(tmp_path, content):
    """A mapping file."""
    file = tmp_path / "mapping.json"
    file.write_text(json.dumps(content))
    return file
