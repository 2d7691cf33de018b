"""``npusim run script.py``: a user's program inside a simulation."""

import contextlib
import runpy
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from npusim.frontend.autoload import autoload, torch_autoloads
from npusim.frontend.cli.summary import Subject, partial_summary, print_summary
from npusim.frontend.cli.target import Settings, find_cause, unwrapped_errors
from npusim.frontend.comparison import Comparison
from npusim.scheduler.session import checked_mode, simulator
from npusim.simulator.errors import OptionError


def run_script(script: Path, arguments: list[str], settings: Settings) -> int:
    """Run a script as ``python script.py arguments`` would, then print the summary.

    Returns the script's status. With ``--json`` and ``--csv`` the script's own output goes to stderr.
    """
    if not script.is_file():
        raise OptionError(f"there is no script {script}; give the path of a Python file")
    if not torch_autoloads():  # otherwise the script's own import of torch does it
        autoload()
    machine, mode = settings.resolved_machine(), checked_mode(settings.mode)
    opened = simulator(machine, mode, settings.dump_dir, resident=settings.resident, mapping=settings.mapping)
    with partial_summary(Subject(script.name), settings), opened as simulation:
        status = _run(script, arguments, not settings.output.is_for_people)
        report = simulation.report()
    print_summary(Subject(script.name), report, Comparison(), settings)
    return status


def _run(script: Path, arguments: list[str], is_redirected: bool) -> int:
    redirected = contextlib.redirect_stdout(sys.stderr) if is_redirected else contextlib.nullcontext()
    with _arguments(script, arguments), unwrapped_errors(), redirected:
        try:
            runpy.run_path(str(script), run_name="__main__")
        except SystemExit as stop:
            return _status(stop)
        except Exception as error:
            if find_cause(error) is not None:
                raise
            _print_traceback(script, error)
            return 1
    return 0


def _print_traceback(script: Path, error: Exception) -> None:
    """The traceback as Python prints it for a script: without the frames that called it."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != str(script):
        frames = frames.tb_next
    traceback.print_exception(error.with_traceback(frames))


def _status(stop: SystemExit) -> int:
    if stop.code is None or isinstance(stop.code, int):
        return stop.code or 0
    print(stop.code, file=sys.stderr)
    return 1


@contextlib.contextmanager
def _arguments(script: Path, arguments: list[str]) -> Iterator[None]:
    """``sys.argv`` and ``sys.path[0]`` as Python sets them for a script."""
    argv, path = sys.argv, list(sys.path)
    sys.argv = [str(script), *arguments]
    sys.path.insert(0, str(script.resolve().parent))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = argv, path
