"""Summaries of coverage records: for the console and for docs/op_coverage.md."""

import collections
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Record = dict[str, Any]
ORDER = ("float32", "float16", "bfloat16", "int32", "int64", "bool", "float64", "complex64", "complex128", "complex32")


def key(record: Record) -> tuple[str, str, bool, bool]:
    """What a record is about: two records with one key are two runs of the same thing."""
    return record["name"], record["dtype"], record["backward"], record.get("dynamic", False)


def progress(record: Record) -> str:
    """One line for the console."""
    verdict = record.get("verdict") or ("lowered" if not record["eager_calls"] and not record["error"] else "eager")
    reason = record.get("reason") or record.get("error") or ", ".join(record.get("eager_calls", ()))
    return f"{verdict:12}{record['name']} {_title(_setting(record))} {reason}"


@dataclass
class Column:
    """Counts of one dtype and direction.

    Attributes:
        verdicts: of all entries that have samples.
        compiled: of the entries that Inductor's CPU backend compiles without calls of eager operators.
        unknown: entries for which that is not known.
        host: passing entries during which an operator ran on the host.
        samples: samples that were run.
        by_float64: passing entries with a sample that differs from eager's results and agrees with float64's.
    """

    verdicts: "collections.Counter[str]" = field(default_factory=collections.Counter)
    compiled: "collections.Counter[str]" = field(default_factory=collections.Counter)
    unknown: int = 0
    host: int = 0
    samples: int = 0
    by_float64: int = 0


def columns(records: Iterable[Record], cpu: Iterable[Record]) -> dict[tuple[str, bool, bool], Column]:
    """By (dtype, backward, dynamic), in the order of the table."""
    compiles = cpu_compiles(cpu)
    table: dict[tuple[str, bool, bool], Column] = {}
    for record in records:
        if not record["samples"] and record["verdict"] == "passed":
            continue  # an entry without samples in this dtype
        column = table.setdefault(_setting(record), Column())
        column.verdicts[record["verdict"]] += 1
        column.samples += record["samples"]
        column.host += record["verdict"] == "passed" and bool(record.get("host_ops"))
        column.by_float64 += record["verdict"] == "passed" and record.get("by_float64", 0) > 0
        known = compiles.get(key(record)[:3])
        column.unknown += known is None
        if known:
            column.compiled[record["verdict"]] += 1
    return dict(sorted(table.items(), key=lambda item: (item[0][2], item[0][1], ORDER.index(item[0][0]))))


def cpu_compiles(cpu: Iterable[Record]) -> dict[tuple[str, str, bool], bool]:
    """Whether Inductor's CPU backend compiles an entry (name, dtype, backward) without calls of eager operators."""
    return {key(record)[:3]: not record["error"] and not record.get("eager_calls") for record in cpu}


def _setting(record: Record) -> tuple[str, bool, bool]:
    return record["dtype"], record["backward"], record.get("dynamic", False)


def _title(setting: tuple[str, bool, bool]) -> str:
    return f"{setting[0]} {'backward' if setting[1] else 'forward'}{' dynamic' if setting[2] else ''}"


def _share(verdicts: "collections.Counter[str]") -> str:
    total = sum(verdicts.values())
    return f"{verdicts['passed']} of {total} ({100 * verdicts['passed'] / total:.1f} %)" if total else "none"


def cpu_summary(cpu: Sequence[Record]) -> str:
    """How many entries Inductor's CPU backend compiles without calls of eager operators."""
    counts: dict[tuple[str, bool, bool], collections.Counter[str]] = {}
    for record in cpu:
        verdict = "failing" if record["error"] else "eager" if record.get("eager_calls") else "passed"
        counts.setdefault(_setting(record), collections.Counter())[verdict] += 1
    return "\n".join(f"{_title(setting)}: compiled {_share(verdicts)}" for setting, verdicts in counts.items())


def console_summary(records: Sequence[Record], cpu: Sequence[Record]) -> str:
    """Shares, then the most frequent reasons of failures among the entries that the CPU compiles."""
    lines = [
        f"{_title(setting)}: passed {_share(column.compiled)} that the CPU compiles, {_share(column.verdicts)} in all"
        for setting, column in columns(records, cpu).items()
    ]
    compiles = cpu_compiles(cpu)
    failed = [r for r in records if r["verdict"] != "passed" and compiles.get(key(r)[:3], True)]
    reasons = collections.Counter(r["reason"] for r in failed)
    return "\n".join([*lines, *(f"{count:5}  {reason}" for reason, count in reasons.most_common(40))])


HEAD = """# Operator coverage

Entries of PyTorch's operator database (`op_db`, torch 2.13.0), compiled for the device with the fallback policy `error`
and compared with eager PyTorch on the CPU. An entry passes when all samples that ran pass: at most {samples} of each
entry, spread evenly over all that the database has. A result that differs from eager PyTorch also passes when it agrees
with eager float64 within the same tolerance: near poles and in narrow floats eager is the less accurate one; the column
*only by float64* counts the passing entries with such a sample, and they are listed below. Which of several equal
elements an unstable sort, a topk or a mode names is the device's choice: the indices must be different ones, of exactly
the elements that eager names. Saved statistics may be float32 where the CPU's are not. Random results must have the
range, the values and about the mean that their distribution has (`benchmarks/opdb/random_results.py`).

**CPU-compiled** entries are those that Inductor's own CPU backend compiles without calling back into eager operators
(`benchmarks/opdb/cpu_lowering.py`: any extern kernel counts as a call back, fallbacks and library calls such as
`at::mm` alike; verdicts, by one to six samples of an entry, are kept in `benchmarks/opdb/cpu_compiles.jsonl`). Linear
algebra and fft are outside of them. The `jiterator` entries compile CUDA source text and are not run.

Regenerate: `python benchmarks/op_coverage.py --all --table docs/op_coverage.md && mdformat docs/op_coverage.md`
(resumable; `--help` lists subsets).
{note}
| dtype | direction | sizes | CPU-compiled | passed | all entries | passed | wrong | host | only by float64 | samples |
|---|---|---|---|---|---|---|---|---|---|---|
"""

LIMITS = """
## What is outside of the device's reach

Under `fullgraph=True` Dynamo itself stops, on every device, at operators whose result is a Python value that data
decide (`equal`, `allclose`, `Tensor.item` without `capture_scalar_outputs`), at `one_hot` without a number of classes,
at `resize_` and `resize_as_`, at operators without a meta kernel (`ctc_loss`, `geqrf`, `linalg.lstsq`), and at Python
code that branches on data (`gaussian_nll_loss`). `tensor_split` takes its places from a tensor of the CPU only. Without
`fullgraph` these are calls of the eager operator between two graphs, which the fallback policy governs. Linear algebra
has a host path (docs/device.md) that counts as unsupported here. The entry `rand_like` calls `randn_like`, so its
results must be normal numbers.
"""


def markdown(records: Sequence[Record], cpu: Sequence[Record], note: str = "") -> str:
    """The page of the docs; a note says what is special about the run."""
    lines = [
        f"| {dtype} | {'backward' if backward else 'forward'} | {'symbolic' if dynamic else 'static'} "
        f"| {column.compiled.total()} | {_passed(column.compiled)} "
        f"| {column.verdicts.total()} | {_passed(column.verdicts)} | {column.verdicts['wrong']} | {column.host} "
        f"| {column.by_float64} | {column.samples} |"
        for (dtype, backward, dynamic), column in columns(records, cpu).items()
    ]
    most = max((r["samples"] for r in records), default=0)
    compiles = cpu_compiles(cpu)
    failed = [r for r in records if r["verdict"] != "passed"]
    inside = [r for r in failed if compiles.get(key(r)[:3])]
    outside = [r for r in failed if not compiles.get(key(r)[:3])]
    text = [HEAD.format(samples=most, note=f"\n{note}\n" if note else "") + "\n".join(lines)]
    text += ["", "## What agrees with float64 where eager does not", "", _by_float64(records)]
    text += ["", "## What does not pass, of the CPU-compiled entries", "", *_failures(inside)]
    text += ["", "## What does not pass, of the others", "", *_failures(outside)]
    return "\n".join(text) + "\n" + LIMITS


def _by_float64(records: Sequence[Record]) -> str:
    names: dict[str, list[str]] = {}
    for r in records:
        if r["verdict"] == "passed" and r.get("by_float64", 0) > 0:
            share = f"{_title(_setting(r)).removesuffix(' forward')}: {r['by_float64']} of {r['samples']}"
            names.setdefault(r["name"], []).append(share)
    return ", ".join(f"{name} ({', '.join(shares)})" for name, shares in sorted(names.items())) or "None."


def _passed(verdicts: "collections.Counter[str]") -> str:
    total = verdicts.total()
    return f"{verdicts['passed']} ({100 * verdicts['passed'] / total:.1f} %)" if total else "-"


def _failures(records: Sequence[Record]) -> list[str]:
    groups: dict[tuple[str, str], dict[str, list[str]]] = {}
    for r in records:
        reason = r["reason"] if r["verdict"] == "unsupported" else "values, shape or dtype differ"
        names = groups.setdefault((r["verdict"], reason), {})
        names.setdefault(r["name"], []).append(_title(_setting(r)).removesuffix(" forward"))
    lines = ["| verdict | reason | entries |", "|---|---|---|"]
    for (verdict, reason), names in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        shown = [f"{name} ({', '.join(settings)})" for name, settings in sorted(names.items())]
        text = ", ".join(shown[:12]) + (f", and {len(shown) - 12} more" if len(shown) > 12 else "")
        lines.append(f"| {verdict} | {_cell(reason)} | {text} |")
    return lines


def _cell(text: str) -> str:
    """A table cell: no bars, no addresses of objects."""
    return text.replace("|", "\\|")
