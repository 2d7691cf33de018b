"""How much of what differs between the points of a sweep each key explains."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any


def explained(table: Sequence[Mapping[str, Any]], axes: Sequence[str], metric: str) -> dict[str, float]:
    """The part of the variance of the metric's logarithm that lies between the values of each key (eta squared).

    Over a whole grid the parts are those of a variance analysis: they add up to 1 if the keys do not interact. 0 for
    all where the metric does not differ.
    """
    done = [row for row in table if row["state"] == "done" and row[metric]]
    logs = [math.log(row[metric]) for row in done]
    mean = fmean(logs) if logs else 0.0
    total = sum((log - mean) ** 2 for log in logs)
    return {key: round(_between(done, logs, key, mean) / total, 4) if total > 1e-12 else 0.0 for key in axes}


def _between(done: Sequence[Mapping[str, Any]], logs: Sequence[float], key: str, mean: float) -> float:
    groups = defaultdict(list)
    for row, log in zip(done, logs, strict=True):
        groups[row[key]].append(log)
    return sum(len(group) * (fmean(group) - mean) ** 2 for group in groups.values())
