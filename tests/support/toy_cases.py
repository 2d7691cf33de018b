"""A kind of case for tests of the fuzzer's machinery: lines of words, of which some are harmful. Needs no torch."""

import os
import signal
import time
from collections.abc import Iterator

from fuzzing.campaign.domain import Options
from fuzzing.campaign.outcomes import Outcome


class Toy:
    """See `fuzzing.campaign.domain.Domain`. Every seventh seed has a harmful line among twenty harmless ones."""

    name = "toy"
    suffix = ".txt"
    modules = ()
    harmful = ("crash", "hang", "wrong", "refused")
    is_poisoned = False
    """Set by a case that is right but ends the process in the next: that of the seed in TOY_POISON."""

    def prepare(self) -> None:
        """Nothing is needed."""

    def generate(self, seed: int, options: Options) -> str:
        if os.environ.get("TOY_STILLBORN") == str(seed):
            os.kill(os.getpid(), signal.SIGSEGV)
        lines = [f"line {seed} {number}" for number in range(20)]
        if seed % 7 == 0:
            lines[seed % 20] = self.harmful[seed // 7 % len(self.harmful)]
        return "\n".join(lines)

    def run(self, case: str, options: Options, *, is_shrunk: bool) -> Outcome:
        lines = case.split("\n")
        if Toy.is_poisoned:
            os.kill(os.getpid(), signal.SIGSEGV)
        Toy.is_poisoned = lines[0] == f"line {os.environ.get('TOY_POISON')} 0"
        if "crash" in lines:
            os.write(2, b"LLVM ERROR: Cannot select: t17\n")
            os.kill(os.getpid(), signal.SIGABRT)
        while "hang" in lines:
            time.sleep(0)
        kind = next((word for word in ("wrong", "refused") if word in lines), "ok")
        return Outcome(kind, kind, f"{len(lines)} lines")

    def diagnose(self, case: str, outcome: Outcome) -> str:
        return "looked at"

    def smaller(self, case: str) -> Iterator[str]:
        lines = case.split("\n")
        for number in range(len(lines) if len(lines) > 1 else 0):
            yield "\n".join(lines[:number] + lines[number + 1 :])

    def file_text(self, case: str, comment: str) -> str:
        return f"# {comment.splitlines()[0]}\n{case}"

    def case_of(self, text: str) -> str:
        return text.partition("\n")[2]
