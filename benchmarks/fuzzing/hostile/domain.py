"""Mutated kernels and machine files as domains: what the modules `kernels` and `machines` make and run."""

import dataclasses
import importlib
import json
import re
import resource
import traceback
from collections.abc import Iterator
from typing import Any

from fuzzing.campaign.domain import Options
from fuzzing.campaign.outcomes import Outcome, general

_MEMORY_BYTES = 8 << 30
_KINDS = {"long": "ok"}
"""Kernels that were stopped because they loop for years are as good as any."""


class HostileFiles:
    """See `fuzzing.campaign.domain.Domain`. The module has `make(seed) -> Case`, with a `text`, and `run(case)`."""

    def __init__(self, name: str, suffix: str, comment: str) -> None:
        self.name, self.suffix, self._comment = name, suffix, comment
        self.modules = (f"fuzzing.hostile.{name}",)

    def prepare(self) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def generate(self, seed: int, options: Options) -> str:
        return json.dumps(dataclasses.asdict(self._module().make(seed)))

    def run(self, case: str, options: Options, *, is_shrunk: bool) -> Outcome:
        module, fields = self._module(), json.loads(case)
        made = module.Case(**{key: tuple(v) if isinstance(v, list) else v for key, v in fields.items()})
        try:
            verdict = module.run(made)
        except BaseException as error:  # every exception is an outcome
            place = traceback.extract_tb(error.__traceback__)[-1]
            sentence = f"{type(error).__name__} in {place.name}: {general(str(error).split(chr(10))[0])}"
            return Outcome("internal", sentence, "".join(traceback.format_exception(error))[-4000:])
        signature = general(verdict.message.split("\n")[0])
        facts = {"was_run": verdict.was_run, "is_long": verdict.kind == "long"}
        return Outcome(_KINDS.get(verdict.kind, verdict.kind), signature, verdict.message, facts=facts)

    def diagnose(self, case: str, outcome: Outcome) -> str:
        return ""

    def smaller(self, case: str) -> Iterator[str]:
        """Without a part of the lines: halves first, then quarters, down to single lines."""
        fields = json.loads(case)
        lines = fields["text"].split("\n")
        size = len(lines) // 2
        while size:
            for start in range(0, len(lines), size):
                rest = [*lines[:start], *lines[start + size :]]
                yield json.dumps(fields | {"text": "\n".join(rest)})
            size //= 2

    def file_text(self, case: str, comment: str) -> str:
        fields = json.loads(case)
        text = fields.pop("text")
        head = "".join(f"{self._comment} {line}\n" for line in comment.splitlines())
        return f"{head}{self._comment} case: {json.dumps(fields)}\n{text}"

    def case_of(self, text: str) -> str:
        found = re.search(rf"^{self._comment} case: (.*)\n", text, re.MULTILINE)
        if found is None:
            raise ValueError(f"not a case of the fuzzer: it has no line `{self._comment} case: ...`")
        return json.dumps(json.loads(found[1]) | {"text": text[found.end() :]})

    def _module(self) -> Any:
        return importlib.import_module(f"fuzzing.hostile.{self.name}")
