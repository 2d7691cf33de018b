"""Fresh processes that need not import torch: each is forked from one that has imported it and done nothing else.

A process of its own takes seconds to import torch, and tests of a first use, of an exit or of a variable of the
environment need many. What they share is what the import leaves behind, and the seed of Python's hashes: tests of the
import itself, and of what must not depend on that seed, start processes in the usual way.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

_TIMEOUT_S = 300


class Forked:
    """Starts processes in which some modules are imported.

    Args:
        modules: their names.
    """

    def __init__(self, *modules: str) -> None:
        command = [sys.executable, __file__, *modules]
        environment = {**os.environ, "PYTHONPATH": ""}  # what is installed, as users have it
        pipe = subprocess.PIPE
        self._server = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)

    def run(
        self,
        program: str,
        *arguments: str,
        cwd: Path | None = None,
        check: bool = True,
        timeout_s: int = _TIMEOUT_S,
        **environment: str,
    ) -> subprocess.CompletedProcess[str]:
        """Runs a program, like `python -c`, for at most `timeout_s`; `check` asserts that it ended well."""
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / "stdout", Path(folder) / "stderr"]
            request = {
                "program": program,
                "arguments": arguments,
                "timeout_s": timeout_s,
                "folder": str(cwd or Path.cwd()),
                "environment": {**os.environ, "PYTHONPATH": "", **environment},
                "files": [str(file) for file in files],
            }
            status = self._ask(json.dumps(request))
            done = subprocess.CompletedProcess(program, status, *(file.read_text() for file in files))
        assert not check or done.returncode == 0, done.stderr
        return done

    def run_script(
        self, script: str, *arguments: str, cwd: Path, timeout_s: int = _TIMEOUT_S, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs a file of a folder, like `python SCRIPT`, whether or not it ends well."""
        program = f"import runpy, sys; sys.path[0] = sys.argv[0] = ''; runpy.run_path({script!r}, run_name='__main__')"
        return self.run(program, *arguments, cwd=cwd, check=False, timeout_s=timeout_s, **environment)

    def _ask(self, request: str) -> int:
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(f"{request}\n")
        self._server.stdin.flush()
        answer = self._server.stdout.readline()
        assert answer, "the process that is forked has ended"
        return int(answer)

    def close(self) -> None:
        """Ends the process that is forked."""
        self._server.communicate()


def _next_program() -> dict | None:
    """Forks for every request; gives it in the new process, and None in the first one when there are no more."""
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            return json.loads(line)
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
    return None


def _become(request: dict) -> None:
    signal.alarm(request["timeout_s"])
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv[1:] = request["arguments"]
    for number, file in enumerate([os.devnull, *request["files"]]):
        os.dup2(os.open(file, os.O_RDWR | os.O_CREAT), number)


if __name__ == "__main__":
    for _module in sys.argv[1:]:
        __import__(_module)
    if (_request := _next_program()) is not None:
        _become(_request)
        exec(compile(_request["program"], "<string>", "exec"))  # here, so that the process ends as one of its own does
