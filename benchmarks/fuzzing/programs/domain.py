"""Random programs as a domain: generated, run on the device, compared with eager PyTorch."""

from collections.abc import Iterator

from fuzzing.campaign.domain import Options
from fuzzing.campaign.outcomes import PYTORCHS, Outcome
from fuzzing.programs import execution, shrinking
from fuzzing.programs.generator import generate
from fuzzing.programs.program import Program


class Programs:
    """See `fuzzing.campaign.domain.Domain`."""

    name = "programs"
    suffix = ".py"
    modules = (
        "torch._inductor.compile_fx",
        "torch._dynamo",
        "fuzzing.programs.loaded_templates",
        "fuzzing.programs.vocabulary",
    )

    def prepare(self) -> None:
        execution.prepare()

    def generate(self, seed: int, options: Options) -> str:
        return generate(seed, options.modes).to_json()

    def run(self, case: str, options: Options, *, is_shrunk: bool) -> Outcome:
        program = Program.from_json(case)
        outcome = execution.run(program, is_checked=not is_shrunk)
        if outcome.kind == "ok" and options.timing and program.seed % options.timing == 0:
            from fuzzing.programs import timing

            return timing.check(program, outcome)
        return outcome

    def diagnose(self, case: str, outcome: Outcome) -> str:
        backend = execution.pytorch_shows_it_too(Program.from_json(case), outcome)
        return f"{PYTORCHS}: the backend {backend} on the CPU fails in the same way" if backend else ""

    def smaller(self, case: str) -> Iterator[str]:
        return (program.to_json() for program in shrinking.smaller(Program.from_json(case)))

    def file_text(self, case: str, comment: str) -> str:
        return Program.from_json(case).renumbered().script(comment)

    def case_of(self, text: str) -> str:
        return Program.from_script(text).to_json()
