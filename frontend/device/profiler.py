"""torch.profiler: launches with their simulated times, for the session in C++ that hands them to Kineto."""

from typing import Any

from npusim.frontend.device import runtime
from npusim.scheduler import launches

_NO_TIME = (-1, -1)


class _Profile:
    """The launches since a profile began, and the simulated times of those that are finished."""

    def __init__(self) -> None:
        self._submissions: list[tuple[launches.Submission, int]] = []
        self._times_ps: dict[tuple[int, int], tuple[int, int]] = {}
        self._simulations: dict[int, tuple[Any, Any]] = {}

    def add(self, submission: launches.Submission) -> None:
        if id(submission.simulation) not in self._simulations:
            self._watch(submission.simulation)
        self._submissions.append((submission, int(runtime.library().npusim_running_operator())))

    def _watch(self, simulation: Any) -> None:
        key = id(simulation)

        def finished(number: int, _name: str, start_ps: int, end_ps: int) -> None:
            self._times_ps[key, number] = start_ps, end_ps

        self._simulations[key] = simulation, finished
        simulation.on_finished(finished)

    def rows(self) -> tuple[list[str], list[int]]:
        """The names of the kernels, and per launch: correlation, stream, simulated start and end from the first one's
        start on, the host's times and its thread.
        """
        for simulation, finished in self._simulations.values():
            simulation.synchronize()
            simulation.not_on_finished(finished)
        times = [self._times_ps.get((id(s.simulation), s.number or 0), _NO_TIME) for s, _ in self._submissions]
        first_ps = min((start for start, _ in times if start >= 0), default=0)
        numbers: list[int] = []
        for (made, correlation), (start, end) in zip(self._submissions, times, strict=True):
            shift = first_ps if start >= 0 else 0
            numbers += [correlation, made.stream.index, start - shift, end - shift]
            numbers += [made.began_ns, made.ended_ns, made.thread]
        return [made.kernel.name for made, _ in self._submissions], numbers


_profile: _Profile | None = None


def connect() -> None:
    """Called when the device starts."""
    runtime.answer(follow_launches=_follow, followed_launches=_rows)


def _follow(is_followed: bool) -> None:
    global _profile
    if _profile is not None:
        launches.unfollow(_profile.add)
    _profile = _Profile() if is_followed else None
    if _profile is not None:
        launches.follow(_profile.add)


def _rows() -> tuple[list[str], list[int]]:
    return ([], []) if _profile is None else _profile.rows()
