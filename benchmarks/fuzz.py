"""Random programs on the device against eager PyTorch: `python benchmarks/fuzz.py`. See docs/fuzzing.md.

    python benchmarks/fuzz.py --count 200                      # 200 programs from seed 0
    python benchmarks/fuzz.py --minutes 60 --processes 2       # as many as an hour gives
    python benchmarks/fuzz.py --only backward --seed 5000
    python benchmarks/fuzz.py --replay 1234                    # one seed, with everything it says
    python benchmarks/fuzz.py --replay npusim_runs/fuzz/wrong-....py

Exit status: 0 when nothing failed but what PyTorch's own compilers fail at, 1 when something else did, 2 for wrong
arguments.
"""

import argparse
import itertools
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fuzzing.campaign import worker
from fuzzing.campaign.campaign import Campaign
from fuzzing.campaign.domain import DOMAINS, MODES, Options, domain
from fuzzing.campaign.pool import Pool, Request
from fuzzing.campaign.reporting import Reporter
from fuzzing.campaign.scratch import scratch


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    os.environ.setdefault("NPUSIM_MODE", "functional")
    os.environ.setdefault("NPUSIM_REUSE_TIMES", "0")  # times are compared with those of other processes
    if options.worker:
        worker.main(options.what)
        return 0
    if options.nice:
        os.nice(options.nice)
    common = Options(options.only or MODES, options.timing, options.seconds)
    with scratch() as folder:
        return _replay(options, common) if options.replay else _search(options, common, folder)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", default="programs", help=f"{', '.join(DOMAINS)}, or module:Class of yours")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument("--count", type=int, help="so many cases (default 100, unless --minutes is given)")
    parser.add_argument("--minutes", type=float, help="as many cases as this takes")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", action="append", choices=MODES, help="programs of this mode; repeatable")
    parser.add_argument(
        "--timing", type=int, default=20, help="check the times of one program in so many (default 20, 0 for none)"
    )
    parser.add_argument(
        "--seconds", type=float, default=60, help="processor time after which a case hangs (default 60)"
    )
    parser.add_argument(
        "--shrink",
        type=float,
        default=60,
        metavar="SECONDS",
        help="processor time for shrinking a failure (default 60)",
    )
    parser.add_argument("--folder", type=Path, default=Path("npusim_runs/fuzz"), help="where failures go")
    parser.add_argument("--replay", metavar="FILE|SEED", help="run one case and show what comes of it")
    parser.add_argument("--nice", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="the summary as JSON on standard output")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser


def _search(options: Any, common: Options, folder: Path) -> int:
    kind, pool = domain(options.what), Pool(options.what, common, options.processes)
    elsewhere = Pool(options.what, common, 1, {"PYTHONHASHSEED": "1", "OMP_NUM_THREADS": "2"})
    reporter = Reporter(options.folder)
    campaign = Campaign(kind, pool, reporter, folder, options.shrink)
    try:
        campaign.run(_seeds(options))
        campaign.time_again(elsewhere)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
    finally:
        pool.close()
        elsewhere.close()
    print(reporter.as_json() if options.json else reporter.summary())
    return 1 if reporter.ours() else 0


def _seeds(options: Any) -> Iterator[int]:
    count = options.count if options.count is not None or options.minutes else 100
    deadline = time.monotonic() + 60 * options.minutes if options.minutes else float("inf")
    seeds = itertools.count(options.seed) if count is None else range(options.seed, options.seed + count)
    return itertools.takewhile(lambda _: time.monotonic() < deadline, seeds)


def _replay(options: Any, common: Options) -> int:
    kind, pool = domain(options.what), Pool(options.what, common, 1)
    try:
        if options.replay.isdecimal():
            outcome = pool.generated(int(options.replay))
            case = outcome.case
        else:
            case = kind.case_of(Path(options.replay).read_text())
        if case:
            outcome = pool.ask(Request(case=case, is_whole=True))
    finally:
        pool.close()
    print(kind.file_text(case, f"{outcome.kind}: {outcome.signature}\n{outcome.message}") if case else outcome.message)
    return 1 if outcome.is_failure else 0


if __name__ == "__main__":
    sys.exit(main())
