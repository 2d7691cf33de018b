"""The process that runs cases: requests as lines of JSON on standard input, outcomes as lines of JSON.

It imports what a domain needs, and then only forks: the cases run in its child, and when one of them ends the child,
the next child is there at once. What cases print goes to standard error, where a crash leaves its last words.

Answers are `{"ready": pid}` of a new child, `{"died": status}` when it ended, as os.waitpid gives it, or an outcome.
"""

import dataclasses
import faulthandler
import gc
import importlib
import json
import os
import signal
import time
import traceback
import warnings
from typing import Any

from fuzzing.campaign.domain import Domain, Options, domain
from fuzzing.campaign.outcomes import Outcome


def main(name: str) -> None:
    """Works until standard input ends."""
    answers = os.dup(1)
    os.dup2(2, 1)
    warnings.filterwarnings("ignore")
    kind = domain(name)
    for module in kind.modules:
        importlib.import_module(module)
    gc.freeze()  # collections in the children need not look at what was imported
    while (status := _in_child(kind, answers)) != 0:
        _answer(answers, {"died": status})


def _in_child(kind: Domain, answers: int) -> int:
    """Serves in a child until it ends; its status."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    faulthandler.enable()
    faulthandler.register(signal.SIGUSR1)
    kind.prepare()
    _answer(answers, {"ready": os.getpid()})
    _serve(kind, answers)
    os._exit(0)


def _serve(kind: Domain, answers: int) -> None:
    with open(0, "rb", buffering=0, closefd=False) as requests:  # not more than a line: the rest is the next child's
        while line := requests.readline():
            start = time.process_time()
            outcome = handle(kind, json.loads(line))
            outcome.facts["seconds"] = time.process_time() - start
            _answer(answers, outcome.as_dict())


def handle(kind: Domain, request: dict[str, Any]) -> Outcome:
    """Runs a request's case, which is given or made from its seed; `diagnose` asks whose a failure is instead."""
    options = Options(**request["options"])
    try:
        return _handled(kind, request, options)
    except Exception:  # the fuzzer's own, which must not look like a crash of the device
        return Outcome("internal", f"fuzzer: {traceback.format_exc().splitlines()[-1]}", traceback.format_exc())


def _handled(kind: Domain, request: dict[str, Any], options: Options) -> Outcome:
    case = request["case"] or kind.generate(request["seed"], options)
    if request["is_generated"]:
        return Outcome("ok", case=case)
    if request["diagnose"]:
        return Outcome("ok", message=kind.diagnose(case, Outcome(**request["diagnose"])))
    outcome = kind.run(case, options, is_shrunk=bool(request["case"]) and not request["is_whole"])
    return dataclasses.replace(outcome, case=case if outcome.is_failure else "")


def _answer(answers: int, value: dict[str, Any]) -> None:
    os.write(answers, json.dumps(value).encode() + b"\n")
