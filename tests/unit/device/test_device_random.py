"""Random numbers: seeds, states, generators; the same seed gives the CPU's numbers."""

import pickle

import pytest
import torch
import torch.nn.functional as F
from npusim.simulator.errors import DeviceError, HostFallbackError

pytestmark = pytest.mark.usefixtures("host_operators_allowed")


DRAWS = {
    "randn": lambda device: torch.randn(5, device=device),
    "rand": lambda device: torch.rand(5, device=device, dtype=torch.float64),
    "randint": lambda device: torch.randint(0, 100, (5,), device=device),
    "randperm": lambda device: torch.randperm(7, device=device),
    "bernoulli": lambda device: torch.bernoulli(torch.full((9,), 0.5, device=device)),
    "multinomial": lambda device: torch.multinomial(torch.ones(5, device=device), 3),
    "dropout": lambda device: F.dropout(torch.ones(20, device=device)),
    "uniform_": lambda device: torch.empty(5, device=device).uniform_(),
    "module": lambda device: torch.nn.Linear(3, 3, device=device).weight.detach(),
}


@pytest.mark.parametrize("name", DRAWS)
def test_one_seed_gives_the_same_numbers_on_cpu_and_npu(name):
    torch.manual_seed(7)
    there = DRAWS[name]("npu")
    torch.manual_seed(7)
    assert torch.equal(there.cpu(), DRAWS[name]("cpu"))


@pytest.mark.parametrize("name", DRAWS)
def test_drawing_on_the_npu_leaves_the_cpus_generator_alone(name):
    before = torch.get_rng_state()
    DRAWS[name]("npu")
    assert torch.equal(before, torch.get_rng_state())


def test_the_devices_seed_can_be_set_alone():
    torch.npu.manual_seed(3)
    first = torch.rand(4, device="npu").cpu()
    torch.npu.manual_seed_all(3)
    assert torch.equal(first, torch.rand(4, device="npu").cpu())
    assert torch.npu.initial_seed() == 3
    assert torch.npu.seed() is None or torch.npu.initial_seed() != 3


def test_the_state_can_be_kept_and_put_back():
    state = torch.npu.get_rng_state()
    first = torch.rand(4, device="npu").cpu()
    torch.npu.set_rng_state(state)
    assert torch.equal(first, torch.rand(4, device="npu").cpu())
    torch.npu.set_rng_state_all([state])
    assert torch.equal(torch.npu.get_rng_state_all()[0], state)
    with pytest.raises(DeviceError, match="npu:2"):
        torch.npu.get_rng_state("npu:2")


def test_fork_rng_puts_the_state_back():
    torch.npu.manual_seed(1)
    with torch.random.fork_rng(devices=[0], device_type="npu"):
        inside = torch.rand(4, device="npu").cpu()
    assert torch.equal(inside, torch.rand(4, device="npu").cpu())


def test_generators_belong_to_the_device():
    generator = torch.Generator(device="npu").manual_seed(11)
    assert generator.device == torch.device("npu:0") and generator.initial_seed() == 11
    wanted = torch.randn(6, generator=torch.Generator().manual_seed(11))
    assert torch.equal(torch.randn(6, device="npu", generator=generator).cpu(), wanted)
    state = generator.get_state()
    first = torch.empty(3, device="npu").normal_(generator=generator).cpu()
    generator.set_state(state)
    twin = generator.clone_state()
    assert torch.equal(first, torch.empty(3, device="npu").normal_(generator=twin).cpu())


def test_a_generator_is_pickled_with_its_state():
    generator = torch.Generator("npu").manual_seed(3)
    torch.rand(5, device="npu", generator=generator)
    other = pickle.loads(pickle.dumps(generator))
    draws = [torch.rand(5, device="npu", generator=each).cpu() for each in (generator, other)]
    torch.testing.assert_close(*draws)


def test_the_default_generator_is_the_one_that_unnamed_draws_use():
    torch.npu.default_generators[0].manual_seed(5)
    first = torch.rand(3, device="npu").cpu()
    torch.npu.manual_seed(5)
    assert torch.equal(first, torch.rand(3, device="npu", generator=torch.npu.default_generators[0]).cpu())


def test_seeds_of_compiled_kernels_are_not_host_fallbacks():
    limits = torch.iinfo(torch.int64)
    with torch.npu.set_fallback_policy("error"):
        drawn = []
        for _ in range(2):
            torch.manual_seed(2)
            seeds = torch.empty(3, dtype=torch.int64, device="npu")
            torch.ops.aten.randint.low_out(limits.min, limits.max, [3], out=seeds)
            drawn.append(seeds.tolist())
        assert drawn[0] == drawn[1] and len(set(drawn[0])) == 3
        with pytest.raises(HostFallbackError):
            torch.randint(0, 5, (3,), out=seeds)


def test_checkpointing_draws_the_same_dropout_again():
    x = torch.ones(50, device="npu", requires_grad=True)
    out = torch.utils.checkpoint.checkpoint(lambda y: F.dropout(y), x, use_reentrant=False)
    out.sum().backward()
    assert torch.equal(out.detach().cpu(), x.grad.cpu())
