"""What can come of a case, how exceptions are classified, and what makes two failures the same."""

import re
import traceback
from dataclasses import asdict, dataclass, field
from typing import Any

PYTORCHS = "PyTorch's own"
KINDS = ("ok", "refused", "compiler crash", PYTORCHS, "wrong", "internal", "crash", "hang", "timing", "illegal")
"""PYTORCHS: one of PyTorch's ways to compile for the CPU fails in the same way, so it is none of `FAILURES`.
`compiler crash`: MLIR or LLVM ended a process that is there to be ended, and the user gets an error; a refusal, but
one that nobody meant. `illegal`: not a case at all, because eager PyTorch refuses it or nothing can be said about it
(while shrinking).
"""

REFUSALS = ("refused", "compiler crash")
FAILURES = ("wrong", "internal", "crash", "hang", "timing")


@dataclass
class Outcome:
    """What came of a case.

    Attributes:
        kind: one of `KINDS`.
        signature: equal for failures that are the same one as far as can be told without looking.
        message: the first of what there is to read.
        case: text from which the case can be run again, empty when it was not needed.
        facts: numbers and further findings: operators, by_float64, cycles, seconds, pytorch.
    """

    kind: str
    signature: str = ""
    message: str = ""
    case: str = ""
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def is_failure(self) -> bool:
        return self.kind in FAILURES

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def of_exception(error: BaseException) -> Outcome:
    """Refused for one of npusim's own errors anywhere in the chain, else an internal error."""
    from npusim.simulator.errors import NpuSimError

    chain = _chain(error)
    ours = next((e for e in chain if isinstance(e, NpuSimError)), None)
    text = "\n".join((f"{type(error).__name__}: {error}"[:1500], *traceback.format_exc().splitlines()[-30:]))
    if ours is None or _is_internal(ours):
        cause = ours or chain[-1]
        name, sentence = type(cause).__name__, _first_line(cause)
        signature = f"{name} in {_innermost(cause)}: {general(sentence)}"
        return Outcome("internal", signature, text, facts={"is_ours": ours is not None})
    return Outcome("refused", f"{type(ours).__name__}: {general(_first_line(ours))}", _first_line(ours))


def _is_internal(error: BaseException) -> bool:
    """A generated kernel that does not verify, or cannot be compiled, is a defect and no refusal: no user wrote it.
    Nor is an error a refusal whose class is not one of the published ones.
    """
    from npusim.simulator.errors import CompileError, KernelError, ScratchpadOverflowError

    if type(error).__module__ != ScratchpadOverflowError.__module__:
        return True
    return isinstance(error, (KernelError, CompileError)) and not isinstance(error, ScratchpadOverflowError)


def _chain(error: BaseException) -> list[BaseException]:
    found: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in found:
        found.append(current)
        current = getattr(current, "inner_exception", None) or current.__cause__ or current.__context__
    return found


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or repr(error)).splitlines()[0][:300]


def _innermost(error: BaseException) -> str:
    """The innermost function of npusim, else of anything, that the error passed."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if re.search(r"/(frontend|mlir_templates|scheduler|simulator)/", f.filename)]
    chosen = (ours or frames)[-1:]
    return f"{'/'.join(chosen[0].filename.split('/')[-2:])}:{chosen[0].name}" if chosen else "?"


def general(text: str) -> str:
    """A sentence without what differs from case to case: numbers, names of values, addresses."""
    text = re.sub(r"0x[0-9a-f]+", "#", text)
    text = re.sub(r"(/[\w.-]+)+/", "", text)
    text = re.sub(r"\bnpu_fused\w*|\b(buf|arg|primals|tangents|view|ps|ks|in_ptr|out_ptr|tmp|op)_?\d\w*", "#", text)
    text = re.sub(r"%[\w]+", "%#", text)
    return re.sub(r"\d+", "#", text)[:200]


def signature_of_crash(signal: str, errors: str) -> str:
    """From a signal's name and what the process wrote last: LLVM's sentence, an assertion, or the Python function."""
    for pattern in (r"LLVM ERROR.*", r"Assertion.*", r"terminate called.*"):
        if found := re.findall(pattern, errors):
            return f"{signal}: {general(found[-1].strip())}"
    return f"{signal} in {innermost_of_stacks(errors)}"


def innermost_of_stacks(stacks: str) -> str:
    """The innermost function of the current thread, in what faulthandler writes."""
    current = stacks.partition("Current thread")[2] or stacks
    found = re.search(r'File ".*?([^/"]+/[^/"]+)", line \d+ in (\S+)', current)
    return f"{found[1]}:{found[2]}" if found else "an unknown place"
