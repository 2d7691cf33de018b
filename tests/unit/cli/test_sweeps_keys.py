"""The keys that a sweep varies: ranges, and those that follow from others by an expression."""

import pytest
from npusim.frontend.cli.sweeps.expressions import Expression
from npusim.frontend.cli.sweeps.space import Space
from npusim.frontend.cli.sweeps.specification import Range, make_specification
from npusim.simulator.errors import OptionError


def test_keys_are_tied_by_expressions() -> None:
    made = make_specification(
        {
            "machine": "tpuv3",
            "vary": {"systolic_arrays": [2, 4], "energy.dram_read_byte_pj": [5]},
            "derive": {
                "dma_queue_depth": "min(32, 4 * systolic_arrays)",
                "energy.dram_write_byte_pj": "energy.dram_read_byte_pj * 2",
            },
            "workloads": [{"operator": "matmul"}],
        }
    )
    space = Space(made)
    machine = space.machine(space.point(1))
    assert (machine.systolic_arrays, machine.dma_queue_depth) == (4, 16)
    assert machine.energy is not None and machine.energy.dram_write_byte_pj == 10
    assert space.count == 2 and [point.values["systolic_arrays"] for point in space.points()] == [2, 4]


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "cores.__class__()",
        "[1, 2]",
        "lambda: 1",
        "open('x')",
        "1 if",
        "x" * 2000,
        "f'{cores}'",
        "max(a=1)",
    ],
)
def test_what_is_no_arithmetic_is_not_evaluated(text: str) -> None:
    with pytest.raises(OptionError, match="is no expression"):
        Expression(text)


@pytest.mark.parametrize("text", ["2 ** 9999999", "1 / 0", "missing + 1", "'a' * 9", "log2(0)"])
def test_arithmetic_without_a_result_is_an_error(text: str) -> None:
    with pytest.raises(OptionError, match=r"has no value|which has no value"):
        Expression(text).value({})


def test_ranges_have_their_ends() -> None:
    assert Range.model_validate({"from": 1, "to": 8, "factor": 2}).values == [1, 2, 4, 8]
    assert Range.model_validate({"from": 10, "to": 30, "step": 10}).values == [10, 20, 30]
    assert Range.model_validate({"from": 0, "to": 1, "count": 3}).values == [0, 0.5, 1]
