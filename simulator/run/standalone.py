"""Runs one `.mlir` kernel on NumPy arrays for values and time, without torch (`npusim simulate`)."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from npusim.simulator.errors import KernelError, OptionError, RunInterrupted, ShapeError
from npusim.simulator.ir.kernel import Argument, KernelModule, parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.report.report import Report
from npusim.simulator.run.loaded_kernel import LoadedKernel
from npusim.simulator.run.memory.address_space import Location
from npusim.simulator.run.memory.host_arrays import Array, aligned_empty, from_bits, random_bits, storage_type, to_bits
from npusim.simulator.run.memory.resident_tensors import check_patterns
from npusim.simulator.run.rehearsal import rehearse
from npusim.simulator.run.simulation import Simulation
from npusim.simulator.system.file_errors import reason
from npusim.simulator.timing import check_costs, depends_on_data

_COPIES = 3  # per tensor: itself, its old content, and a temporary for random numbers

Given = Mapping[str, "str | int | Path | Array"]


@dataclass(frozen=True)
class StandaloneResult:
    """The result of a kernel.

    Attributes:
        arrays: every tensor after the run by argument name, rank 1; None in mode timing.
        changed: names of the tensors that the kernel changed, in order; saved as `outputs/<name>.npy`.
        report: the statistics.
        run_dir: the run's folder.
    """

    arrays: dict[str, Array] | None = field(repr=False)
    changed: tuple[str, ...]
    report: Report
    run_dir: Path


def simulate_file(
    path: str | Path,
    machine: str | Path | Machine = "tpuv3",
    mode: str = "both",
    arguments: Given | None = None,
    *,
    run_dir: Path | None = None,
    seed: int = 0,
    resident: Sequence[str] = (),
) -> StandaloneResult:
    """Runs a kernel once.

    Args:
        path: MLIR text, see docs/kernel_language.md.
        machine: a machine, its name or its file.
        mode: `functional`, `timing` or `both`.
        arguments: by argument name. For a tensor a `.npy` file, an array, or, when its size is symbolic, its number of
            elements; for a size its value. Tensors left out are random (seeded, the same in every run).
        run_dir: folder in which the run's folder is made.
        seed: seed of the random tensors.
        resident: names or numbers of tensors that belong into the machine's CMEM (docs/shared_memory.md).

    Raises:
        KernelError: the file cannot be read, or is no kernel.
        OptionError: an argument or a resident tensor the kernel does not have, a missing size, a file that cannot be
            used.
        ShapeError: an array of another size or type than the argument's; tensors that do not fit the machine's DRAM.
        CompileError, ScratchpadOverflowError: the kernel cannot be compiled for this machine.
        RunInterrupted: Ctrl-C; the run's folder holds what was simulated until then.
    """
    text, source = _read(Path(path)), str(path)
    chosen = machine if isinstance(machine, Machine) else load_machine(machine)
    _rehearse(text, source, chosen, mode, dict(arguments or {}))
    kernel = parse_kernel(text, source=source)
    has_values = mode != "timing" or depends_on_data(kernel) or kernel.may_check_control
    given = dict(arguments or {})
    _check_memory(kernel, given, chosen, has_values)
    arrays, sizes = _bind(kernel, given, seed, has_values)
    kernel = kernel.bind({name: bits.size for name, bits in arrays.items()})
    if mode == "functional":
        check_costs(kernel, chosen)
    check_patterns(resident, kernel)
    simulation = Simulation(chosen, mode, run_dir, resident=resident)
    before = {name: bits.copy() for name, bits in arrays.items()} if mode != "timing" else {}
    try:
        report = _run(simulation, kernel, arrays, sizes)
    except KeyboardInterrupt:
        simulation.interrupt()
        simulation.close()
        raise RunInterrupted(simulation.report()) from None
    except BaseException:
        simulation.interrupt()  # without values, nobody waits for its time
        raise
    finally:
        simulation.close()
    if mode == "timing":
        return StandaloneResult(None, (), report, simulation.run_dir)
    changed = tuple(name for name, bits in arrays.items() if not np.array_equal(bits, before[name]))
    values = _values(kernel, arrays)
    save_arrays(simulation.run_dir, {name: values[name] for name in changed})
    return StandaloneResult(values, changed, report, simulation.run_dir)


def _rehearse(text: str, source: str, machine: Machine, mode: str, given: dict[str, Any]) -> None:
    """Compiles the kernel like the run, in a forked process; raises CompilerCrashError if MLIR crashes."""

    def compile_it() -> None:
        kernel = parse_kernel(text, source=source)
        _check_memory(kernel, given, machine, has_values=False)
        arrays, _ = _bind(kernel, given, 0, has_values=False)
        kernel = kernel.bind({name: bits.size for name, bits in arrays.items()})
        if mode == "functional":
            check_costs(kernel, machine)
        _load(Simulation(machine, mode, Path(folder)), kernel)

    with tempfile.TemporaryDirectory(prefix="npusim") as folder:
        sizes = (f"{name} {value.size if isinstance(value, np.ndarray) else value}" for name, value in given.items())
        rehearse(compile_it, source, text, machine.digest, mode, *sizes)


def _check_memory(kernel: KernelModule, given: Given, machine: Machine, has_values: bool) -> None:
    """Raises for tensors that exceed the simulated DRAM or, if values are computed, the host's memory."""
    total = sum(_bytes(argument, given.get(argument.name)) for argument in kernel.tensors)
    capacity = int(machine.dram_capacity_gib * 2**30)
    if total > capacity:
        raise ShapeError(
            f"the tensors of kernel {kernel.name} have {total:,} bytes, but machine {machine.name} has {capacity:,} "
            "bytes of DRAM (dram_capacity_gib)"
        )
    host = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if has_values and _COPIES * total > host:
        raise ShapeError(
            f"the tensors of kernel {kernel.name} have {total:,} bytes, and computing their values takes {_COPIES} "
            f"times that; this host has {host:,}: use mode timing, or smaller tensors"
        )


def _bytes(argument: Argument, value: Any) -> int:
    """Bytes of a tensor as far as known before it is created."""
    elements = argument.extent
    if elements is None:
        elements = value.size if isinstance(value, np.ndarray) else _integer(value) or 0
    return max(0, elements) * storage_type(argument.element_type).itemsize


def _values(kernel: KernelModule, arrays: dict[str, Array]) -> dict[str, Array]:
    return {name: from_bits(bits, _argument(kernel, name).element_type) for name, bits in arrays.items()}


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KernelError(f"{path}: cannot be read: {reason(error)}") from error


def _run(simulation: Simulation, kernel: KernelModule, arrays: dict[str, Array], sizes: list[int]) -> Report:
    loaded = _load(simulation, kernel)
    pointers = [bits.ctypes.data for bits in arrays.values()]
    locations = [Location(number, bits.nbytes) for number, bits in enumerate(arrays.values())]
    simulation.launch(loaded, pointers, locations, sizes)
    return simulation.report()


def _load(simulation: Simulation, kernel: KernelModule) -> LoadedKernel:
    return simulation.load(kernel, name=kernel.name, meta={"kind": "file", "origins": [kernel.source]})


def _bind(
    kernel: KernelModule, given: dict[str, Any], seed: int, has_values: bool
) -> tuple[dict[str, Array], list[int]]:
    """The tensors, without memory unless values are needed, and the sizes."""
    names = [argument.name for argument in kernel.arguments]
    for name in given:
        if name not in names:
            raise OptionError(f"kernel {kernel.name} has no argument {name!r}; it has {', '.join(names) or 'none'}")
    generator = np.random.default_rng(seed) if has_values else None
    arrays = {argument.name: _tensor(argument, given.get(argument.name), generator) for argument in kernel.tensors}
    return arrays, [_size(argument, given.get(argument.name)) for argument in kernel.sizes]


def _argument(kernel: KernelModule, name: str) -> Argument:
    return next(argument for argument in kernel.arguments if argument.name == name)


def _size(argument: Argument, value: Any) -> int:
    if value is None:
        raise OptionError(f"the size {argument.name} has no value; give one with --arg {argument.name}=128")
    number = _integer(value)
    if number is None or not 0 <= number < 2**63:
        raise OptionError(f"{argument.name} is a size, a whole number of at least 0 (below 2^63), not {value!r}")
    return number


def _integer(value: Any) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError):
        return None


def _tensor(argument: Argument, value: Any, generator: np.random.Generator | None) -> Array:
    count = None if isinstance(value, np.ndarray) else _integer(value)
    if value is None or count is not None:
        return _random(argument, count, generator)
    array = value if isinstance(value, np.ndarray) else _load_array(argument, Path(value))
    return _stored(argument, array)


def _random(argument: Argument, count: int | None, generator: np.random.Generator | None) -> Array:
    elements = argument.extent if argument.extent is not None else count
    if elements is None:
        raise OptionError(
            f"the tensor {argument.name} has a symbolic size; give a file with --arg {argument.name}=x.npy, "
            f"or a number of elements with --arg {argument.name}=1024"
        )
    if elements < 0:
        raise OptionError(f"{argument.name} is a tensor; it cannot have {elements} elements")
    if count is not None and count != elements:
        raise ShapeError(f"the tensor {argument.name} has {elements} elements, not {count}")
    if generator is None:
        return np.broadcast_to(np.zeros((), storage_type(argument.element_type)), elements)
    bits = aligned_empty(elements, argument.element_type)
    bits[:] = random_bits(generator, elements, argument.element_type)
    return bits


def _load_array(argument: Argument, path: Path) -> Array:
    try:
        array: Array = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        why = reason(error) if isinstance(error, OSError) else "it is no whole file of NumPy's"
        raise OptionError(
            f"{path}, given for the tensor {argument.name}, cannot be read: {why}; write it with numpy.save"
        ) from error
    return array


def _stored(argument: Argument, array: Array) -> Array:
    flat = np.ascontiguousarray(array).reshape(-1)
    if argument.extent is not None and flat.size != argument.extent:
        raise ShapeError(
            f"the tensor {argument.name} has {argument.extent} elements, but an array of shape {array.shape} "
            f"({flat.size} elements) was given"
        )
    wanted = storage_type(argument.element_type)
    floats = flat.dtype.kind == "f" and argument.element_type[0] in "fb"
    if flat.dtype != wanted and not floats and not (flat.dtype.kind == "b" and argument.element_type == "i8"):
        raise ShapeError(
            f"the tensor {argument.name} has elements of type {argument.element_type} ({wanted}), "
            f"but the array's are {flat.dtype}; convert it with numpy's astype"
        )
    bits = aligned_empty(flat.size, argument.element_type)
    bits[:] = to_bits(flat, argument.element_type) if floats else flat
    return bits


def save_arrays(run_dir: Path, arrays: Mapping[str, Array]) -> None:
    """Writes `outputs/<name>.npy` into a run's folder."""
    folder = run_dir / "outputs"
    for name, array in arrays.items():
        folder.mkdir(exist_ok=True)
        temporary = folder / f".{name}.tmp.npy"
        np.save(temporary, array)
        temporary.rename(folder / f"{name}.npy")
