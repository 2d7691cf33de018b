"""``npusim run --model NAME``: a whole model on the device, compared with eager PyTorch on the CPU."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import Any

from npusim.frontend.autoload import autoload
from npusim.frontend.cli.options import DTYPES, did_you_mean, parse_dtype
from npusim.frontend.cli.summary import Subject, partial_summary, print_summary
from npusim.frontend.cli.target import Settings, unwrapped_errors
from npusim.frontend.models.request import DECODE, FORWARD, GENERATE, TRAIN, ModelRequest
from npusim.simulator.errors import OptionError
from npusim.simulator.report.text.units import duration, size

VALUES_DIFFER = 1
PHASES = ("forward", "backward", "optimizer")
MOST_STEPS = 6
_SAME = ("batch", "seq", "cache", "optimizer", "steps")
"""Options that a request has by the same name."""
FLOATING = ("f32", "bf16", "f16", "f64")


@dataclass(frozen=True)
class ModelOptions:
    """What the command line says of a model; None or False where it says nothing."""

    batch: int | None = None
    seq: int | None = None
    train: bool = False
    decode: bool = False
    generate: int | None = None
    cache: str | None = None
    optimizer: str | None = None
    steps: int | None = None

    def task(self) -> str:
        """Which of the model's computations is asked for; ``OptionError`` when two are."""
        asked = {TRAIN: self.train, DECODE: self.decode, GENERATE: self.generate is not None}
        chosen = [task for task, wanted in asked.items() if wanted]
        if len(chosen) > 1:
            raise OptionError(f"{' and '.join(f'--{task}' for task in chosen)}: choose one")
        if self.generate is not None and self.generate < 1:
            raise OptionError("--generate takes a number of tokens, at least 1")
        if self.cache is not None and (self.generate is None or self.cache not in ("dynamic", "static")):
            raise OptionError("--cache is dynamic or static, and an option of --generate")
        if not self.train and (self.optimizer is not None or self.steps is not None):
            raise OptionError("--optimizer and --steps are options of --train")
        if self.steps is not None and self.steps < 1:
            raise OptionError("--steps is at least 1")
        return chosen[0] if chosen else FORWARD

    def check_unused(self) -> None:
        """``OptionError`` when an option of models is given without ``--model``."""
        for name, value in vars(self).items():
            if value:
                raise OptionError(f"--{name} is an option of models: npusim run --model NAME --{name}")


def run_model(
    name: str, options: ModelOptions, dtype: str | None, seed: int, settings: Settings, others: dict[str, Any]
) -> int:
    """Run a model and print its summary. Returns the exit status: 0, or 1 when values differ.

    Args:
        others: options of operators and scripts, which a model does not have, by name.
    """
    for option, value in others.items():
        if value:
            raise OptionError(f"{option} is not an option of models; their sizes are --batch and --seq")
    kind = _floating(dtype)
    task, dtype = options.task(), DTYPES[kind]
    given = {key: value for key, value in vars(options).items() if key in _SAME and value is not None}
    request = ModelRequest(name, dtype=dtype, task=task, seed=seed, new_tokens=options.generate or 0, **given)
    subject = Subject(" ".join([name, *_words(request)]), dtype=kind)
    with partial_summary(subject, settings):
        measured = _measure(request, settings)
    subject = Subject(" ".join([measured.name, *_words(request)]), dtype=kind)
    _print(subject, measured, settings)
    return VALUES_DIFFER if measured.comparison.match is False else 0


def _floating(dtype: str | None) -> str:
    kind = "f32" if dtype is None else parse_dtype(dtype)
    if kind not in FLOATING:
        raise OptionError(f"--dtype {dtype}: models compute in {', '.join(FLOATING)}{did_you_mean(kind, FLOATING)}")
    return kind


def _words(request: ModelRequest) -> list[str]:
    if request.task == GENERATE:
        return [f"--generate {request.new_tokens}"]
    if request.task == TRAIN:
        return [f"--train --optimizer {request.optimizer}", *([f"--steps {request.steps}"] * (request.steps > 1))]
    return [] if request.task == FORWARD else [f"--{request.task}"]


def _measure(request: ModelRequest, settings: Settings) -> Any:
    machine = settings.resolved_machine()
    if settings.resident:
        raise OptionError("--resident: a model's tensors are placed by --resident-policy")
    with settings.progress("loading torch"):
        autoload()
        from npusim.frontend.models.run import run_model as run
    warnings.filterwarnings("ignore", module=r"torch\.")
    with unwrapped_errors():
        return run(request, machine, settings.mode, settings.dump_dir, settings.mapping, settings.progress)


def _print(subject: Subject, measured: Any, settings: Settings) -> None:
    report = measured.report
    slowest = sorted(report.kernels, key=lambda kernel: -(kernel.statistics["cycles"] or 0))
    ordered = replace(report, kernels=slowest)
    figures, facts = _figures(measured), _facts(measured)
    print_summary(subject, ordered, measured.comparison, settings, facts=facts, more=figures)


def _figures(measured: Any) -> dict[str, Any]:
    return {
        "model": measured.name,
        "parameters": measured.parameters,
        "launches": sum(kernel.launches for kernel in measured.report.kernels),
        "roofline_fraction": measured.report.statistics["roofline_fraction"],
        "graphs": measured.graphs,
        "compile_seconds": round(measured.compile_s, 3),
        "device_peak_bytes": measured.device_bytes,
        "host_peak_bytes": measured.host_bytes,
        **_times_of_tokens(measured.generated),
        **_training(measured),
    }


def _training(measured: Any) -> dict[str, Any]:
    """The steps of a training, and its phases as rows of a summary."""
    if not measured.steps:
        return {}
    phases = measured.report.summary("phase").to_dict()["rows"]
    return {"phases": phases, "steps": [{"time_ns": each.time_ns, **vars(each)} for each in measured.steps]}


def _times_of_tokens(generated: Any) -> dict[str, Any]:
    return {} if generated is None else {"prefill_ns": generated.prefill_ns, "decode_ns": list(generated.decode_ns)}


def _tokens(generated: Any) -> dict[str, str]:
    """The simulated times of tokens as a line, if there are any."""
    if generated is None or generated.prefill_ns is None:
        return {}
    text = f"the first after {duration(generated.prefill_ns)} (prefill)"
    if steps := generated.decode_ns:
        mean = duration(sum(steps) / len(steps))
        text += f", then one per {mean} (decode; {duration(min(steps))} to {duration(max(steps))})"
    return {"tokens": text}


def _steps(measured: Any) -> dict[str, str]:
    """Training as lines: what each phase took of all cycles, then the time and the loss of each step."""
    if not measured.steps:
        return {}
    rows = {row.name: row for row in measured.report.summary("phase").rows}
    lines = {name: _phase(rows[name]) for name in PHASES if name in rows and rows[name].cycles is not None}
    times = [duration(each.time_ns) for each in measured.steps if each.time_ns is not None]
    losses = [f"{each.loss:.6g}" for each in measured.steps if each.loss is not None]
    listed = {"steps": _shortened(times), "losses": _shortened(losses)}
    return {**lines, **{name: text for name, text in listed.items() if text}}


def _phase(row: Any) -> str:
    times = f"{row.cycles:,} cycles ({row.percent:.0f}%) = {duration(row.time_ns)} in {row.launches:,} launches"
    return f"{times}, {size(row.dram_bytes)} of DRAM, {row.roofline_fraction:.0%} of the roofline"


def _shortened(texts: list[str]) -> str:
    return ", ".join(texts if len(texts) <= MOST_STEPS else [*texts[: MOST_STEPS - 1], "...", texts[-1]])


def _facts(measured: Any) -> dict[str, str]:
    kernels = measured.report.kernels
    launches = sum(kernel.launches for kernel in kernels)
    compiled = "graph" if measured.graphs == 1 else "graphs"
    return {
        "model": ", ".join(filter(None, [f"{measured.parameters / 1e6:,.4g} million parameters", measured.sizes])),
        "kernels": f"{len(kernels):,} in {launches:,} launches",
        "compiled": f"{measured.graphs} {compiled} in {measured.compile_s:.1f} s",
        "memory": f"{size(measured.device_bytes)} of the device, {size(measured.host_bytes)} of the host at the most",
        **_tokens(measured.generated),
        **_steps(measured),
    }
