"""What is wrong with a sweep's workloads and mappings whatever the machine: told before anything runs. No torch."""

from npusim.frontend.cli.operators import check_request, find_operator, requested
from npusim.frontend.cli.sweeps.specification import Specification, Workload
from npusim.scheduler.strategy import resolved_strategy
from npusim.simulator.errors import NpuSimError, OptionError


def check(specification: Specification) -> None:
    """Refuses names, shapes and dtypes that no point can have.

    Raises:
        OptionError: an operator, model or mapping that is not there; a shape or dtype that the operator does not take.
    """
    for workload in specification.workloads:
        try:
            _check_operator(workload)
            _check_model(workload)
        except NpuSimError as error:
            raise OptionError(f"workload {workload.title}: {error}") from error
    for mapping in specification.mappings:
        resolved_strategy(mapping)


def _check_operator(workload: Workload) -> None:
    if workload.operator is not None and "::" not in workload.operator:
        operator = find_operator(workload.operator)
        check_request(operator, requested(operator, workload.shape, workload.dtype))


def _check_model(workload: Workload) -> None:
    if workload.model is None:
        return
    from npusim.frontend.models import architectures, find_model

    name, _, factory = workload.model.partition(":")
    if name in architectures() or not factory:  # else it is a user's, MODULE:FACTORY
        find_model(workload.model)
