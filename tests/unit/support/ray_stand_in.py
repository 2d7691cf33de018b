"""A stand-in for a Ray cluster in the test's process: tasks are computed when they are waited for, and lost as told."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import pytest


class RayStandIn:
    """What `RayPool` calls of Ray.

    Args:
        patch: puts it in place of Ray's functions.
        losses: exceptions that the first Ray tasks end with, in place of what they compute.
    """

    def __init__(self, patch: pytest.MonkeyPatch, losses: Sequence[Exception] = ()) -> None:
        self._losses = iter(losses)
        self._numbers = itertools.count()
        self._calls: dict[int, Callable[[], Any]] = {}
        self._stored: dict[str, Any] = {}
        self.batches: list[list[str]] = []
        """The keys of the units of each Ray task, in the order in which they were sent."""
        for name in ("cluster_resources", "get", "init", "put", "remote", "shutdown", "wait"):
            patch.setattr(f"ray.{name}", getattr(self, name))

    def init(self, **_: Any) -> None:
        """Connects."""

    def shutdown(self) -> None:
        """Ends the cluster."""

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def put(self, value: Any) -> str:
        self._stored[reference := f"object {len(self._stored)}"] = value
        return reference

    def remote(self, **options: Any) -> Callable[[Callable[..., Any]], "RayStandIn._Function"]:
        assert options == {"num_cpus": 1, "max_retries": 0}
        return lambda function: self._Function(self, function)

    class _Function:
        def __init__(self, cluster: "RayStandIn", function: Callable[..., Any]) -> None:
            self._cluster, self._function = cluster, function

        def remote(self, tasks: list[dict[str, Any]], *rest: Any) -> int:
            self._cluster.batches.append([task["key"] for task in tasks])
            number = next(self._cluster._numbers)
            self._cluster._calls[number] = lambda: self._function(tasks, *rest)
            return number

    def wait(self, references: list[int], num_returns: int = 1, timeout: float | None = None) -> tuple[list[int], ...]:
        return references[:1], references[1:]

    def get(self, reference: Any) -> Any:
        if reference in self._stored:
            return self._stored[reference]
        loss = next(self._losses, None)
        if loss is not None:
            raise loss
        return self._calls.pop(reference)()
