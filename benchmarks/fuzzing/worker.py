"""The process that runs cases: requests as lines of JSON on standard input, outcomes as lines of JSON.

What cases print goes to standard error, where a crash leaves its last words.
"""

import dataclasses
import json
import os
import sys
import time
import traceback
import warnings
from typing import Any

from fuzzing.domain import Domain, Options, domain
from fuzzing.outcomes import Outcome


def main(name: str) -> None:
    """Works until standard input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.filterwarnings("ignore")
    kind = domain(name)
    kind.prepare()
    _answer(answers, {"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        start = time.process_time()
        outcome = handle(kind, request)
        outcome.facts["seconds"] = time.process_time() - start
        _answer(answers, outcome.as_dict())


def handle(kind: Domain, request: dict[str, Any]) -> Outcome:
    """Runs a request's case, which is given or made from its seed; `diagnose` asks whose a failure is instead."""
    options = Options(**request["options"])
    try:
        case = request["case"] or kind.generate(request["seed"], options)
    except Exception:
        return Outcome("internal", f"generator: {traceback.format_exc().splitlines()[-1]}", traceback.format_exc())
    if request["diagnose"]:
        return Outcome("ok", message=kind.diagnose(case, Outcome(**request["diagnose"])))
    outcome = kind.run(case, options, is_shrunk=bool(request["case"]) and not request["is_whole"])
    return dataclasses.replace(outcome, case=case if outcome.is_failure else "")


def _answer(answers: Any, value: dict[str, Any]) -> None:
    answers.write(json.dumps(value) + "\n")
    answers.flush()
