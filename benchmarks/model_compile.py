"""What compiling a whole model costs: the first call with empty caches, in a new process with full ones, and the next.

    python benchmarks/model_compile.py [--models bert-base,gpt2] [--layers 2,12] [--machine tpuv3] [--profile FILE]

Models have their real sizes and run in `timing` mode. Each figure is the processor time (of a new process and those
that it starts, imports of Dynamo and Inductor included) from `torch.compile` to simulated cycles, of which other work
on the host takes nothing. The unit is `torch.compile(backend="aot_eager")` of the same model on the meta device: Dynamo
and AOTAutograd alone. With several numbers of layers the last column is the cost of one more. `elapsed` is the same
ratio of elapsed times, which counts only on a quiet host: simulations run on several processors.
"""

import argparse
import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

AIM_COLD = 1.5
"""The first call may cost this many times Dynamo and AOTAutograd."""


def processor_s() -> float:
    """Processor time of this process and of those that it started, alive or not."""
    return sum(_ticks(pid) for pid in _family(os.getpid())) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(child) for task in tasks for child in task.read_text().split()]
    return [pid, *(each for child in children for each in _family(child))]


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15]))


# -- the measured process


def measure(name: str, layers: int, machine: str, profile: str) -> dict[str, Any]:
    """Seconds of the first and the second call on the device, and the cycles of one."""
    import torch
    from model_runs.programs import build

    model, inputs = build(name, layers)
    model = model.to_empty(device="npu")
    inputs = [each.to("npu") for each in inputs]
    with torch.no_grad(), torch.npu.simulator(machine=machine, mode="timing") as simulation:

        def call() -> None:
            compiled(*inputs)
            torch.npu.synchronize()

        begin, begin_elapsed = processor_s(), time.perf_counter()
        compiled = torch.compile(model, dynamic=False)
        _profiled(call, profile) if profile else call()
        first, elapsed = processor_s(), time.perf_counter() - begin_elapsed
        cycles = simulation.report().to_dict()["cycles"]
        before = processor_s()
        call()
        second = processor_s() - before
        return {"first_s": first - begin, "elapsed_s": elapsed, "second_s": second, "cycles": cycles}


def measure_tracing(name: str, layers: int) -> dict[str, Any]:
    """Seconds of the first call with Dynamo and AOTAutograd alone."""
    import torch
    from model_runs.programs import build

    model, inputs = build(name, layers)
    inputs = [each.to("meta") for each in inputs]
    begin, begin_elapsed = processor_s(), time.perf_counter()
    with torch.no_grad():
        torch.compile(model, dynamic=False, backend="aot_eager")(*inputs)
    return {"first_s": processor_s() - begin, "elapsed_s": time.perf_counter() - begin_elapsed}


def _profiled(call: Callable[[], None], path: str) -> None:
    import cProfile

    profile = cProfile.Profile(time.thread_time)  # of which other work on the host takes nothing
    profile.runcall(call)
    profile.dump_stats(path)


# -- the processes


def in_new_process(cache: str, *arguments: str) -> dict[str, Any]:
    """What this file prints when it is called with `arguments` and these caches."""
    environment = {**os.environ, "NPUSIM_QUIET": "1", "NPUSIM_CACHE_DIR": f"{cache}/kernels"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment |= {"TORCHINDUCTOR_CACHE_DIR": f"{cache}/inductor", "NPUSIM_DUMP_DIR": f"{cache}/runs"}
    command = [sys.executable, __file__, *arguments]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def measured(name: str, layers: int, machine: str, profile: str) -> dict[str, Any]:
    """All figures of a model: each of its own process, all but the second call."""
    size = ["--models", name, "--layers", str(layers), "--machine", machine]
    with tempfile.TemporaryDirectory(prefix="npusim-model-compile-") as cache:
        prepare(cache)
        tracing = in_new_process(cache, "--measure", "tracing", *size)
        cold = in_new_process(cache, "--measure", "device", *size, *_profile_option(profile, f"{name}-cold"))
        warm = in_new_process(cache, "--measure", "device", *size, *_profile_option(profile, f"{name}-warm"))
    assert cold["cycles"] == warm["cycles"], "the same program must give the same cycles"
    return {
        "model": name,
        "layers": layers,
        "cycles": cold["cycles"],
        "aot_eager_s": tracing["first_s"],
        "cold_s": cold["first_s"],
        "warm_s": warm["first_s"],
        "second_s": warm["second_s"],
        "elapsed": cold["elapsed_s"] / tracing["elapsed_s"],
    }


def _profile_option(folder: str, name: str) -> list[str]:
    if not folder:
        return []
    Path(folder).mkdir(parents=True, exist_ok=True)
    return ["--profile", str(Path(folder) / f"{name}.prof")]


def prepare(cache: str) -> None:
    """Compiles the sources and brings the device into the cache, from this user's if it has been built: no figure
    includes these.
    """
    for package in ("frontend", "mlir_templates", "scheduler", "simulator"):
        compileall.compile_dir(Path(str(import_module(f"npusim.{package}").__file__)).parent, quiet=1)
    from npusim.simulator.system.store_trust import cache_directory

    built = cache_directory() / "device"
    if built.is_dir():
        shutil.copytree(built, Path(cache) / "kernels" / "device")
    in_new_process(cache, "--measure", "nothing")


def show(rows: list[dict[str, Any]]) -> None:
    """A line for each model and number of layers."""
    titles = "".join(f" {title:>7}" for title in ("cold", "warm", "second"))
    print(f"{'processor seconds':17} {'layers':>6} {'aot_eager':>10}{titles} {'cold/aot':>9} {'elapsed':>8}")
    for row in rows:
        ratio = row["cold_s"] / row["aot_eager_s"]
        figures = "".join(f" {row[key]:7.2f}" for key in ("cold_s", "warm_s", "second_s"))
        print(f"{row['model']:17} {row['layers']:6} {row['aot_eager_s']:10.2f}{figures} {ratio:8.2f}x", end="")
        print(f" {row['elapsed']:7.2f}x", end="")
        fewer = [each for each in rows if each["model"] == row["model"] and each["layers"] < row["layers"]]
        print(f"  {_per_layer(row, fewer[-1])}" if fewer else "")
    print(f"aim: cold at most {AIM_COLD} times aot_eager")


def _per_layer(row: dict[str, Any], fewer: dict[str, Any]) -> str:
    more = row["layers"] - fewer["layers"]
    parts = (f"{key[:-2]} {(row[key] - fewer[key]) / more:.3f}" for key in ("aot_eager_s", "cold_s", "warm_s"))
    return f"a further layer: {', '.join(parts)}"


def main() -> None:
    """Prints a table, or the figures of one process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", default="bert-base,gpt2,vit-b,resnet-50,llama-1.1b,unet")
    parser.add_argument("--layers", default="0", help="numbers of layers; 0 is the model's own")
    parser.add_argument("--machine", default="tpuv3")
    parser.add_argument("--profile", default="", help="a folder for cProfile's files")
    parser.add_argument("--measure", choices=["device", "tracing", "nothing"], help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure == "device":
        print(json.dumps(measure(given.models, int(given.layers), given.machine, given.profile)))
    elif given.measure == "tracing":
        print(json.dumps(measure_tracing(given.models, int(given.layers))))
    elif given.measure == "nothing":
        import torch

        torch.zeros(1, device="npu")
        print("{}")
    else:
        from model_runs.programs import PROGRAMS

        names, layers = given.models.split(","), list(map(int, given.layers.split(",")))
        if unknown := [name for name in names if name not in PROGRAMS]:
            parser.error(f"unknown models {', '.join(unknown)}; there are {', '.join(PROGRAMS)}")
        show([measured(n, k or PROGRAMS[n].layers, given.machine, given.profile) for n in names for k in layers])


if __name__ == "__main__":
    main()
