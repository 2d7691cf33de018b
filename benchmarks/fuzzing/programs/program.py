"""A program: inputs, lines of Python, results; and its text, which runs alone and can be pasted into a report."""

import dataclasses
import inspect
import json
import linecache
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import torch

from fuzzing.programs import machines, standalone

NAME = re.compile(r"\b[xv]\d+\b")
"""Inputs are x0, x1, ..., values v0, v1, ...; no other name of a line has this form."""


@dataclasses.dataclass(frozen=True)
class Input:
    """A tensor by its description; fields as the parameters of `standalone.tensor`.

    Attributes:
        is_buffer: a backward program gets no gradient of it, and may change it in place.
        is_computed: a backward program gets a copy that autograd knows, and may change it in place; a gradient of the
            original.
    """

    name: str
    seed: int
    dtype: str
    size: tuple[int, ...]
    low: float = -2.0
    high: float = 2.0
    order: tuple[int, ...] | None = None
    step: int = 1
    offset: int = 0
    distinct: bool = False
    is_buffer: bool = False
    is_computed: bool = False

    @property
    def is_changeable(self) -> bool:
        """Whether a backward program may change it in place."""
        return self.is_buffer or self.is_computed

    def make(self) -> torch.Tensor:
        """The tensor, on the CPU."""
        values = {name: getattr(self, name) for name in ("size", *(field.name for field in _OPTIONAL))}
        return standalone.tensor(self.seed, getattr(torch, self.dtype), **values)

    @property
    def text(self) -> str:
        """The call that makes it, without what has its default; `size` gives the sizes of this run."""
        given = [f"{f.name}={getattr(self, f.name)!r}" for f in _OPTIONAL if getattr(self, f.name) != f.default]
        return f"tensor({', '.join([str(self.seed), f'torch.{self.dtype}', f'size{self.size!r}', *given])})"


_OPTIONAL = dataclasses.fields(Input)[4:-2]


@dataclasses.dataclass(frozen=True)
class Line:
    """One statement. Without results it changes one of its operands in place.

    Attributes:
        distinct: operands whose elements along a dimension (None: all of them) must differ clearly, because the
            operator may name any of equal ones.
    """

    results: tuple[str, ...]
    expression: str
    distinct: tuple[tuple[str, int | None], ...] = ()

    @property
    def text(self) -> str:
        return f"{', '.join(self.results)} = {self.expression}" if self.results else self.expression

    @property
    def operands(self) -> tuple[str, ...]:
        """The names it reads (and, in place, writes), each once, in the order of the text."""
        return tuple(dict.fromkeys(NAME.findall(self.expression)))

    def reading(self, names: Mapping[str, str]) -> "Line":
        """The same statement with other names for some of its operands."""
        expression = NAME.sub(lambda found: names.get(found[0], found[0]), self.expression)
        return Line(self.results, expression, tuple((names.get(name, name), dim) for name, dim in self.distinct))


@dataclasses.dataclass(frozen=True)
class Program:
    """A random program.

    Attributes:
        seed: what it was generated from.
        mode: forward, backward (gradients of every float input but buffers), or dynamic (compiled with symbolic sizes).
        resizes: further sizes of the inputs to run a dynamic program at, each as pairs (size, instead).
        machine: what it runs on, as `machines.machine` takes it.
    """

    seed: int
    mode: str
    inputs: tuple[Input, ...]
    lines: tuple[Line, ...]
    returns: tuple[str, ...]
    resizes: tuple[tuple[tuple[int, int], ...], ...] = ()
    machine: str = machines.DEFAULT

    @property
    def function_text(self) -> str:
        """The function `program`, of the inputs, giving a tuple."""
        head = f"def program({', '.join(i.name for i in self.inputs)}):"
        tail = f"    return ({', '.join(self.returns)},)"
        return "\n".join([head, *(f"    {line.text}" for line in self.lines), tail]) + "\n"

    def function(self) -> Callable[..., tuple[torch.Tensor, ...]]:
        """The function itself, with source lines that tracebacks and reports can show."""
        text, name = self.function_text, f"<program {self.seed}>"
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        namespace: dict[str, Any] = {"torch": torch, "F": torch.nn.functional}
        exec(compile(text, name, "exec"), namespace)
        return namespace["program"]  # type: ignore[no-any-return]

    def make_inputs(self) -> list[torch.Tensor]:
        """Fresh inputs on the CPU."""
        return [i.make() for i in self.inputs]

    @property
    def differentiated(self) -> list[bool]:
        """Of which inputs there are gradients."""
        dtypes = [getattr(torch, entry.dtype) for entry in self.inputs]
        return [
            self.mode == "backward" and not entry.is_buffer and (dtype.is_floating_point or dtype.is_complex)
            for entry, dtype in zip(self.inputs, dtypes, strict=True)
        ]

    @property
    def computed(self) -> list[bool]:
        """Which inputs are copies that autograd knows."""
        pairs = zip(self.inputs, self.differentiated, strict=True)
        return [entry.is_computed and has_gradient for entry, has_gradient in pairs]

    @property
    def changeable(self) -> list[bool]:
        """Which operands are compared after a run, as the program may have changed them."""
        pairs = zip(self.differentiated, self.computed, strict=True)
        return [is_computed or not has_gradient for has_gradient, is_computed in pairs]

    def resized(self, pairs: Iterable[tuple[int, int]]) -> "Program":
        """The same program for inputs of other sizes; its lines stay."""
        other = dict(pairs)
        inputs = [dataclasses.replace(i, size=tuple(other.get(n, n) for n in i.size)) for i in self.inputs]
        return dataclasses.replace(self, inputs=tuple(inputs), resizes=())

    def without_dead_code(self) -> "Program":
        """Without lines and inputs that no result depends on."""
        live, kept = set(self.returns), []
        for number in reversed(range(len(self.lines))):
            line = self.lines[number]
            if live & set(line.results) or (not line.results and self._changes_live(number, live)):
                kept.append(line)
                live.update(line.operands)
        inputs = tuple(i for i in self.inputs if i.name in live)
        return dataclasses.replace(self, inputs=inputs, lines=tuple(reversed(kept)))

    def _changes_live(self, number: int, live: set[str]) -> bool:
        """In place lines are kept when anything that may share memory with their target is live."""
        target = self.lines[number].operands[0]
        family = {target}
        for line in self.lines[:number]:
            if family & set(line.results):
                family.update(line.operands[:1])
        for line in self.lines:
            if family & set(line.operands[:1]):
                family.update(line.results)
        return bool(family & live)

    def renumbered(self) -> "Program":
        """The same program with names that count up from x0 and v0."""
        made = [name for line in self.lines for name in line.results]
        names = {i.name: f"x{number}" for number, i in enumerate(self.inputs)}
        names |= {name: f"v{number}" for number, name in enumerate(made)}
        inputs = [dataclasses.replace(i, name=names[i.name]) for i in self.inputs]
        lines = [
            dataclasses.replace(line.reading(names), results=tuple(names[r] for r in line.results))
            for line in self.lines
        ]
        returns = tuple(names[name] for name in self.returns)
        return dataclasses.replace(self, inputs=tuple(inputs), lines=tuple(lines), returns=returns)

    def to_json(self) -> str:
        return json.dumps(dataclasses.asdict(self))

    @staticmethod
    def from_json(text: str) -> "Program":
        data = json.loads(text)
        data["inputs"] = tuple(Input(**{k: _tuples(v) for k, v in entry.items()}) for entry in data["inputs"])
        data["lines"] = tuple(Line(**{k: _tuples(v) for k, v in entry.items()}) for entry in data["lines"])
        return Program(**{key: _tuples(value) for key, value in data.items()})

    def script(self, comment: str = "") -> str:
        """A file that runs the program on the device and compares with eager PyTorch: `python case.py [device]`."""
        head = "".join(f"# {line}".rstrip() + "\n" for line in comment.splitlines())
        calls = ",\n        ".join(i.text for i in self.inputs)
        parts = (standalone.tensor, standalone.sharing, standalone.addresses, machines.machine)
        body = "\n\n".join(map(inspect.getsource, parts))
        return _SCRIPT.format(
            head=head,
            body=body,
            function=self.function_text,
            calls=calls + "," if calls else "",
            dynamic=self.mode == "dynamic",
            gradients=self.mode == "backward",
            differentiated=self.differentiated,
            computed=self.computed,
            resizes=", ".join(repr(dict(pairs)) for pairs in ((), *self.resizes)),
            machine=self.machine,
            json=self.to_json(),
        )

    @staticmethod
    def from_script(text: str) -> "Program":
        """The program of a file that `script` wrote.

        Raises:
            ValueError: it is none.
        """
        found = re.search(r"^# program: (.*)$", text, re.MULTILINE)
        if found is None:
            raise ValueError("not a case of the fuzzer: it has no line `# program: ...`")
        return Program.from_json(found[1])


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def used_names(lines: Sequence[Line]) -> set[str]:
    """Every name that a line reads."""
    return {name for line in lines for name in line.operands}


_SCRIPT = """\
{head}
import sys

import torch
import torch.nn.functional as F
from npusim.simulator.machine import Machine, load_machine


{body}

{function}

def inputs(sizes):
    size = lambda *dims: tuple(sizes.get(n, n) for n in dims)
    made = [
        {calls}
    ]
    return made


def gradients(results, wanted):
    roots = [r for r in results if r.requires_grad]
    weights = [tensor(n, r.dtype, tuple(r.shape), 0.5, 1.5).to(r.device) for n, r in enumerate(roots)]
    return torch.autograd.grad(roots, wanted, weights, allow_unused=True) if roots and wanted else ()


DIFFERENTIATED = {differentiated}
COMPUTED = {computed}


def copied(tensors, device):
    for x, has_gradient in zip(tensors, DIFFERENTIATED, strict=True):
        whole = torch.empty(0, dtype=x.dtype).set_(x.untyped_storage()).to(device, copy=True)
        yield whole.as_strided(x.shape, x.stride(), x.storage_offset()).requires_grad_(has_gradient)


def run(function, leaves):
    given = [x.clone() if is_computed else x for x, is_computed in zip(leaves, COMPUTED, strict=True)]
    results = function(*given)
    results = tuple(r.clone() for r in results) if {gradients} else results
    wanted = [x for x, is_wanted in zip(leaves, DIFFERENTIATED, strict=True) if is_wanted]
    others = [x.detach() for x, leaf in zip(given, leaves, strict=True) if not x.requires_grad or x is not leaf]
    return [r for r in (*results, *gradients(results, wanted), *others) if r is not None]


if __name__ == "__main__":
    device = sys.argv[1] if len(sys.argv) > 1 else "npu"
    compiled = torch.compile(program, fullgraph=True, dynamic={dynamic})
    for sizes in [{resizes}]:
        wanted = run(program, list(copied(inputs(sizes), "cpu")))
        with torch.npu.simulator(machine("{machine}")):
            got = run(compiled, list(copied(inputs(sizes), device)))
        for number, (one, other) in enumerate(zip(got, wanted, strict=True)):
            says = lambda text: f"value {{number}}: {{text}}"
            torch.testing.assert_close(one.detach().cpu(), other.detach(), equal_nan=True, msg=says)
        assert sharing(got) <= sharing(wanted), f"values share memory: {{sharing(got) - sharing(wanted)}}"
    print("agrees with eager PyTorch")

# program: {json}
"""
