"""Which accesses to memory may stand in one kernel."""

import pytest
import sympy
from npusim.frontend.codegen.graph.memory import TEMPLATE, Access, Accesses, IndexMismatch, Memory, MemoryConflict
from npusim.frontend.codegen.graph.sizes import Sizes

I, J = sympy.symbols("P0 P1", integer=True, nonnegative=True)  # noqa: E741
WHOLE = Memory("x")
LEFT, RIGHT = Memory("x", "left"), Memory("x", "right", sympy.Integer(12))


def reads(node, index=I, memory=WHOLE):
    return Access(node, memory.part or memory.storage, memory, index)


def writes(node, index=I, memory=WHOLE, mode=None, own=True):
    return Access(node, memory.part or memory.storage, memory, index, writes=True, mode=mode, own=own)


ALLOWED = {
    "the element that is read is changed": (reads(1), writes(2)),
    "the element that is made is read": (writes(1), reads(2)),
    "the element that is made is changed": (writes(1), writes(2)),
    "everything adds": (writes(1, I, mode="atomic_add", own=False), writes(2, J, mode="atomic_add", own=False)),
    "operands of a concatenation": (writes(1, memory=LEFT), writes(2, memory=RIGHT), reads(3, memory=LEFT)),
    "what is only read": (reads(1), reads(2, J), reads(TEMPLATE, None)),
    "an operand at its place in the whole": (reads(1, I + 12), writes(2, I, RIGHT)),
    "other memory": (writes(1, own=False), writes(2, J, Memory("y"))),
}
REFUSED = {
    "a node changes what it reads elsewhere": (reads(1, J), writes(1)),
    "a scatter into what is made": (writes(1), writes(2, J, own=False)),
    "a scatter that adds to what is made": (writes(1), writes(2, I, mode="atomic_add", own=False)),
    "one that adds, one that takes the larger": (writes(1, mode="atomic_add"), writes(2, mode="atomic_max")),
    "what is read elsewhere is changed": (reads(1, J), writes(2)),
    "what is read is changed by a scatter": (reads(1), writes(2, own=False)),
    "what is scattered is read": (writes(1, own=False), reads(2)),
    "what is added up is read": (writes(1, mode="atomic_add", own=False), reads(2)),
    "what a template reads is changed": (reads(TEMPLATE, None), writes(1)),
    "an operand of a concatenation is changed, which the whole shows": (reads(1), writes(2, memory=RIGHT)),
    "a view at an unknown place": (reads(1, I, Memory("x", begin=None)), writes(2)),
}


def add(accesses):
    known = Accesses(Sizes())
    for access in accesses:
        known.add(access)


@pytest.mark.parametrize("name", ALLOWED)
def test_accesses_of_one_element_share_a_kernel(name):
    add(ALLOWED[name])


@pytest.mark.parametrize("name", REFUSED)
def test_accesses_of_other_elements_need_kernels_of_their_own(name):
    *first, last = REFUSED[name]
    add(first)
    with pytest.raises(MemoryConflict):
        add([*first, last])


def test_reading_elsewhere_than_is_written_is_told_apart():
    with pytest.raises(IndexMismatch, match="buffer x is written at P0 and read at P1"):
        add([writes(1), reads(2, J)])
