"""Measuring the points of a benchmark, one after the other."""

from __future__ import annotations

import dataclasses
import itertools
import logging
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from npusim.frontend.autoload import autoload
from npusim.frontend.cli.bench.sweep import points
from npusim.frontend.cli.bench.targets import Target
from npusim.frontend.cli.operator_inputs import Request
from npusim.frontend.cli.run.run_operator import measure
from npusim.frontend.cli.target import Settings
from npusim.frontend.comparison import Comparison
from npusim.frontend.implementations import forcing
from npusim.simulator.errors import NpuSimError, causes
from npusim.simulator.report.report import Report

RESULTS = ("cycles", "time_ns", "tflops", "gbps", "roofline_fraction", "limiter", "kernels", "values_match", "run_dir")

Record = dict[str, Any]


@dataclass(frozen=True)
class Benchmark:
    """What is measured: the product of all of it.

    Attributes:
        targets: operators and their shapes.
        dtypes: short names; None for an operator's default.
        machines: names or files; None for the default.
        implementations: what is forced (`OPERATOR=NAME`); an empty text forces nothing.
        sweeps: values by symbol.
        settings: of every run.
        seed: of the inputs.
    """

    targets: Sequence[Target]
    dtypes: Sequence[str | None]
    machines: Sequence[str | None]
    implementations: Sequence[str]
    sweeps: Mapping[str, Sequence[int]]
    settings: Settings
    seed: int = 0

    @property
    def count(self) -> int:
        """Number of points."""
        return math.prod(map(len, (*self._series, *self.sweeps.values())))

    @property
    def _series(self) -> tuple[Sequence[Any], ...]:
        return self.targets, self.dtypes, self.machines, self.implementations

    @property
    def symbols(self) -> list[str]:
        """The symbols that have values."""
        return list(self.sweeps)

    def check(self) -> None:
        """Raises, before anything is measured, the error of a machine or an implementation that cannot be chosen."""
        forcing.parse_names(self.implementations, "--implementation")
        for machine in self.machines:
            dataclasses.replace(self.settings, machine=machine).resolved_machine()

    def run(self) -> Iterator[Record]:
        """Measures every point; one that fails has an `error` in place of results.

        Raises:
            KeyboardInterrupt: Ctrl-C.
        """
        autoload()
        logging.getLogger("torch._subclasses.fake_tensor").setLevel(
            logging.CRITICAL
        )  # each error has a line of its own
        for target, dtype, machine, implementation in itertools.product(*self._series):
            settings = dataclasses.replace(self.settings, machine=machine)
            for values in points(self.sweeps):
                with forcing.forcing(forcing.parse_names([implementation], "--implementation")):
                    record = self._measured(target, dtype, settings, values)
                yield {"implementation": implementation, **record}

    def _measured(self, target: Target, dtype: str | None, settings: Settings, values: Mapping[str, int]) -> Record:
        import torch

        operator, shape = target
        sizes = shape.sizes(values)
        flat = tuple(itertools.chain.from_iterable(sizes))
        request = Request(flat, dtype or operator.default_dtype, None, self.seed)
        record = {
            "op": operator.name,
            "shape": ";".join(",".join(map(str, tensor)) for tensor in sizes),
            "dtype": request.dtype,
            "machine": settings.resolved_machine().name,
            **values,
        }
        torch.compiler.reset()  # each point is a program of its own
        try:
            results = _results(*measure(operator, request, settings))
        except Exception as error:  # of the user's function, of PyTorch or of npusim: the other points go on
            return {**record, **dict.fromkeys(RESULTS), "error": _sentence(error)}
        return {**record, **results, "error": None}


def _sentence(error: BaseException) -> str:
    """The first line of an error; of those of PyTorch's compiler, that of the error that they were made of."""
    made_of = list(causes(error))
    cause = next((each for each in made_of if isinstance(each, NpuSimError)), made_of[-1])
    return str(cause).strip().split("\n")[0] or type(cause).__name__


def _results(report: Report, comparison: Comparison) -> Record:
    content = report.to_dict()
    macs = content["array"] and content["array"]["macs"]
    time_ns = content["time_ns"]
    return {
        "cycles": content["cycles"],
        "time_ns": time_ns,
        "tflops": round(2 * macs / time_ns / 1000, 4) if macs and time_ns else None,
        "gbps": content["bandwidth_gbps"],
        "roofline_fraction": content["roofline_fraction"],
        "limiter": content["limiter"],
        "kernels": len(content["kernels"]),
        "values_match": comparison.match,
        "run_dir": content["run_dir"],
    }
