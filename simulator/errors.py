"""The one hierarchy of errors that npusim raises on purpose.

Every message says what is wrong, where, and what to do. The command line prints the message and exits with status 2.
"""

from collections.abc import Iterator
from typing import Any


class NpuSimError(Exception):
    """Base of all errors that the user can fix."""


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C ended a run with a partial report.

    Attributes:
        report: the statistics until then (`npusim.simulator.report.report.Report`).
    """

    def __init__(self, report: Any) -> None:
        super().__init__(f"interrupted; what was simulated until then is in {report.run_dir}")
        self.report = report


class MachineError(NpuSimError):
    """A machine description is missing, has an unknown key, or an impossible value."""


class KernelError(NpuSimError):
    """A kernel's MLIR does not parse or verify.

    Attributes:
        line: 1-based line in the kernel's text, or None.
        column: 1-based column, or None.
    """

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class ScratchpadOverflowError(KernelError):
    """A kernel's tiles times their slots exceed the machine's scratchpad."""


class CompileError(NpuSimError):
    """A verified kernel could not be compiled to machine code or to a trace program."""


class CompilerCrashError(CompileError):
    """MLIR or LLVM crashed in the process that compiles one kernel; this process continues."""


class IndexOutOfRangeError(NpuSimError, IndexError):
    """A program used an index outside of a dimension of its tensor.

    Attributes:
        index: the index.
        size: size of the dimension.
        dim: the dimension, None if unknown.
    """

    def __init__(self, message: str, *, index: int, size: int, dim: int | None = None) -> None:
        super().__init__(message)
        self.index, self.size, self.dim = index, size, dim


class ForbiddenValueError(NpuSimError, RuntimeError):
    """A program gave an operator numbers that it is not defined for: a divisor of 0, a negative probability."""


class WrongKernelError(NpuSimError):
    """A kernel computed something else than eager PyTorch on the CPU (`torch.npu.verify`).

    Attributes:
        kernel: its name.
        operators: the torch operators that it computes.
        index: of the element with the largest error; empty for scalars and where shapes or dtypes differ.
    """

    def __init__(self, message: str, *, kernel: str, operators: tuple[str, ...], index: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.kernel, self.operators, self.index = kernel, operators, index


class UnsupportedError(NpuSimError):
    """An operator, dtype or feature that the device does not support."""


class ShapeError(NpuSimError):
    """Shapes that do not fit the operator or the launch."""


class OperatorError(NpuSimError):
    """What the author of an operator wrote (a lowering, a template) raised, or returned what cannot be used.

    Attributes:
        operator: its name, such as `mylib::mine`; empty when it is not known.
        file: of the author's code.
        line: in that file.
    """

    def __init__(self, message: str, *, operator: str = "", file: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.operator, self.file, self.line = operator, file, line


class ArgumentError(NpuSimError, ValueError):
    """An argument of an operator has another shape, dtype or value than the operator takes."""


class DeviceError(NpuSimError):
    """The torch device could not be built or used."""


class OptionError(NpuSimError):
    """An invalid command-line option, environment variable or API argument."""


class PackageError(NpuSimError):
    """A package of a program is damaged, hostile, or of another version; or it does not fit a machine."""


class MappingError(OptionError):
    """A mapping file cannot be read, or one of its entries is no mapping of its template."""


class HostFallbackError(UnsupportedError, NotImplementedError):
    """An operator would run on the host, and the fallback policy is ``error``."""


class PoisonValueError(UnsupportedError):
    """Mode `timing` did not compute values that the host reads or that control a kernel, and the fallback policy is
    ``error``.
    """


class EngineError(NpuSimError):
    """The timing engine was given a configuration, a program or a trace record that cannot be simulated."""


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, then the one that it was made of, and so on: what it wraps (`inner_exception` of PyTorch's compiler),
    what it was raised from, or else what was being handled.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        yield error
        seen.add(id(error))
        error = getattr(error, "inner_exception", None) or error.__cause__ or error.__context__
