"""Steps of training of layers that are traced once: random numbers, autocast, reports and cycles."""

from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from trained_layers import LAYERS, WIDTH, Attends, Model, gradients


class Drops(Attends):
    def __init__(self) -> None:
        super().__init__()
        self.drop = nn.Dropout(0.5)

    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        y = F.scaled_dot_product_attention(*([x.unflatten(-1, (2, 6)).transpose(1, 2)] * 3), dropout_p=0.5)
        return super().forward(x) + y.transpose(1, 2).flatten(2)


@pytest.mark.slow
@pytest.mark.covering("own")
@pytest.mark.parametrize("as_eager", [False, True], ids=["own", "as eager"])
def test_random_numbers_are_those_of_the_whole(device: torch.device, copies: list[int], as_eager: bool) -> None:
    found, x = [], torch.ones(2, 7, WIDTH, dtype=torch.float64, device=device)
    for regions in (True, False):
        torch._dynamo.reset()
        torch.manual_seed(3)
        with torch.npu.compile_regions(regions), torch._inductor.config.patch(fallback_random=as_eager):
            model = Model(Drops).double().to(device)
            found.append(gradients(model, torch.compile(model), x, calls=2))
    assert len(copies) == LAYERS - 1
    torch.testing.assert_close(*found)
    assert not torch.equal(found[0]["result 0"], found[0]["result 1"])


@pytest.mark.slow
@pytest.mark.covering("inside")
@pytest.mark.parametrize("inside", [False, True], ids=["around", "inside"])
def test_gradients_under_autocast_are_those_of_the_whole(device: torch.device, copies: list[int], inside: bool) -> None:
    """Its backward pass is traced behind `torch.autocast`, where the dtype is float16."""
    found = []
    for regions in (True, False):
        torch._dynamo.reset()
        model = Model().to(device)
        run = model if inside else torch.compile(model)

        def cast(x: torch.Tensor, run: Any = run) -> torch.Tensor:
            with torch.autocast(x.device.type, torch.bfloat16):
                return run(x).float()

        with torch.npu.compile_regions(regions):
            x = torch.linspace(-2, 2, 2 * 7 * WIDTH, device=device).sin().view(2, 7, WIDTH)
            found.append(gradients(model, torch.compile(cast) if inside else cast, x))
    assert len(copies) == LAYERS - 1
    torch.testing.assert_close(*found, rtol=1e-4, atol=1e-3)  # float16 is 0.5 away


def report_of_a_step(device: torch.device, directory: Any, mode: str = "timing") -> Any:
    torch._dynamo.reset()
    model = Model().to(device)
    x = torch.ones(2, 7, WIDTH, device=device, requires_grad=True)
    with torch.npu.simulator(mode=mode, dump_dir=directory) as simulation:
        torch.compile(lambda x: model(x).square().sum())(x).backward()
        return simulation.report()


@pytest.mark.slow
def test_launches_of_both_passes_belong_to_the_modules_of_their_copy(
    device: torch.device, copies: list[int], tmp_path: Any
) -> None:
    report = report_of_a_step(device, tmp_path)
    assert len(copies) == LAYERS - 1
    launches = {row.name: row.launches for row in report.summary("module", depth=2).rows}
    assert len({launches[f"layers.{n}"] for n in range(LAYERS)}) == 1
    of_parts = {row.name: row.launches for row in report.summary("module").rows}
    assert of_parts["layers.0.up"] == of_parts["layers.3.up"] > 2
    assert {row.name for row in report.summary("phase").rows} == {"forward", "backward"}


@pytest.mark.slow
def test_cycles_without_values_are_those_with_values(device: torch.device, copies: list[int], tmp_path: Any) -> None:
    cycles = [report_of_a_step(device, tmp_path / mode, mode).to_dict()["cycles"] for mode in ("timing", "both")]
    assert cycles[0] == cycles[1] > 0 and len(copies) == 2 * (LAYERS - 1)
