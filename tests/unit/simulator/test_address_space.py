"""Simulated addresses: one behind the other in a new space, kept until an allocation is freed."""

import random

import pytest
from npusim.simulator.errors import ShapeError
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.run.memory.address_space import AddressSpace, Location, separate

KERNEL = "func.func @k(%X: memref<129xbf16>, %Y: memref<?xi32>) {\n  return\n}\n"


def test_allocations_of_a_new_space_lie_one_behind_the_other_in_the_order_of_the_arguments():
    assert AddressSpace().addresses([Location(7, 513), Location(3, 1), Location(5, 0)]) == [4096, 5120, 5632]


def test_views_keep_their_offsets_in_an_allocation_that_lies_there_once():
    views = [Location(1, 2048, 1536), Location(2, 64), Location(1, 2048), Location(1, 2048, 12)]
    assert AddressSpace().addresses(views) == [4096 + 1536, 4096 + 2048, 4096, 4096 + 12]


def test_host_scalars_lie_in_the_first_page_at_their_arguments_slot():
    assert AddressSpace().addresses([Location(1, 4), None, None]) == [4096, 64, 128]
    assert max(AddressSpace().addresses([None] * 200)) < 4096


def test_what_is_freed_goes_to_the_next_allocation_that_fits_best():
    space = AddressSpace()
    space.addresses([Location(number, size) for number, size in enumerate((2048, 512, 1024, 512))])
    for number in (0, 2, 2):
        space.free(number)
    assert space.addresses([Location(4, 1000), Location(5, 512), Location(6, 4096)]) == [6656, 4096, 8192]


def test_the_order_of_frees_makes_no_difference_and_freed_neighbours_are_one():
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        space = AddressSpace()
        space.addresses([Location(number, 512) for number in range(4)])
        for number in order:
            space.free(number)
        assert space.addresses([Location(9, 1536)]) == [4096]
        space.free(3), space.free(9)
        assert space._end == 4096 and space._holes == []


def test_live_allocations_never_overlap():
    rng, space, live = random.Random(0), AddressSpace(), {}
    for number in range(2000):
        location = Location(number, rng.randrange(1, 6000))
        (address,) = space.addresses([location])
        assert all(address >= end or address + location.size_bytes <= start for start, end in live.values())
        live[number] = address, address + location.size_bytes
        for gone in rng.sample(sorted(live), rng.randrange(3) if len(live) > 40 else 0):
            space.free(gone)
            del live[gone]
    assert space._end < 60 * 6144


def test_a_kernels_tensors_as_allocations_of_their_own():
    kernel = parse_kernel(KERNEL)
    assert separate(kernel, [129, 10]) == [Location(0, 258), Location(1, 40)]
    with pytest.raises(ShapeError, match="Y of kernel k is symbolic"):
        separate(kernel)
