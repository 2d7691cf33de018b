"""`torch.npu.load_program`: a package with weights, launched again in another process than the one that captured it."""

from pathlib import Path
from typing import Any

import torch
from npusim.frontend.programs.replayable import ReplayableProgram
from npusim.scheduler.kernel import Kernel
from npusim.scheduler.session import current_simulation
from npusim.simulator.programs import Program, read_package
from npusim.simulator.programs.content import Launch
from npusim.simulator.programs.host_memory import check_values
from npusim.simulator.programs.loaded_kernels import bound_kernel, compiled_ahead, extents_of
from npusim.simulator.programs.program import tensor_bytes
from npusim.simulator.programs.retiming import check_fit
from npusim.simulator.programs.stored_tensors import StoredTensor

_INTEGERS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64, 16: torch.complex128}


def load_program(path: str | Path) -> "LoadedProgram":
    """Reads a package that was saved with its weights, into tensors of its own.

    Raises:
        PackageError: the file is no package, has no values, or does not fit the current machine.
    """
    program = read_package(Path(path), weights=True)
    check_values(program)
    simulation = current_simulation()
    with compiled_ahead(program, simulation.machine, simulation.mode):
        pass  # what crashes, does so before anything is launched
    program.check_launches()
    check_fit(program, simulation.machine)
    return LoadedProgram(program)


class LoadedProgram(ReplayableProgram):
    """The launches of a call that another process captured, on the contents that its tensors had when it was saved.

    Attributes:
        program: see `ReplayableProgram`.
        inputs, outputs: tensors in the order of the call's; None for those that no launch used.
    """

    def __init__(self, program: Program) -> None:
        kept = {number: _filled(content) for number, content in program.weights.items()}
        inputs, outputs = (
            tuple(None if each is None else _tensor(each, kept[each.allocation]) for each in stored)
            for stored in (program.content.inputs, program.content.outputs)
        )
        super().__init__(program, inputs, outputs, kept)
        self._kernels: dict[tuple[int, tuple[int, ...]], Kernel] = {}

    def _kernel(self, number: int, launch: Launch) -> Kernel:
        key = launch.kernel, extents_of(self.program, launch)
        if key not in self._kernels:
            entry, module = self.program.content.kernels[launch.kernel], bound_kernel(self.program, launch)
            self._kernels[key] = Kernel(entry.name, module, entry.origin.model_dump(), current_simulation())
        return self._kernels[key]

    def _arguments(self, number: int, launch: Launch, storages: dict[int, Any]) -> Any:
        kernel = self.program.kernels[launch.kernel]
        for each, (argument, pointer) in enumerate(zip(kernel.tensors, launch.tensors, strict=True)):
            if pointer is None:
                yield self._scalar(launch.values.get(str(each)), tensor_bytes(argument) or 0)
                continue
            storage = self._storage(pointer[0], storages)
            size = tensor_bytes(argument)
            length = storage.nbytes() - pointer[1] if size is None else size
            yield torch.empty(0, dtype=torch.uint8, device="npu").set_(storage, pointer[1], (length,), (1,))

    def _scalar(self, name: str | None, size: int) -> torch.Tensor:
        """A scalar of the host that the launch was given, or an empty tensor."""
        if not size:
            return torch.empty(0)
        content = self.program.values[name] if name else bytes(size)
        return torch.frombuffer(bytearray(content), dtype=_INTEGERS[size]).reshape(())

    def __repr__(self) -> str:
        return repr(self.program).replace("<Program", "<LoadedProgram")


def _filled(content: bytes | memoryview) -> torch.UntypedStorage:
    tensor = torch.empty(len(content), dtype=torch.uint8, device="npu")
    if len(content):
        torch.ops.npusim.cpu_alias(tensor).copy_(torch.frombuffer(bytearray(content), dtype=torch.uint8))
    storage: torch.UntypedStorage = tensor.untyped_storage()
    return storage


def _tensor(stored: StoredTensor, storage: torch.UntypedStorage) -> torch.Tensor:
    dtype = getattr(torch, stored.dtype)
    return torch.empty(0, dtype=dtype, device="npu").set_(
        storage, stored.offset // dtype.itemsize, stored.shape, stored.stride
    )
