"""Classes of vector operations, by which machines define costs.

`simple` is one issue of an adder, multiplier, comparator or logic unit; other classes are short instruction sequences.
The machine's `vector_operations` has the costs.
"""

from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.machine import Machine

_CLASSES: dict[str, str] = {}


def _register(op_class: str, dialect: str, names: str) -> None:
    _CLASSES.update({f"{dialect}.{name}": op_class for name in names.split()})


_register(
    "simple", "arith", "addf subf mulf maximumf minimumf maxnumf minnumf negf cmpf select addi subi andi ori xori"
)
_register("simple", "arith", "shli shrsi shrui cmpi maxsi maxui minsi minui addui_extended")
_register("integer_multiply", "arith", "muli mulsi_extended mului_extended")
_register("integer_divide", "arith", "divsi divui remsi remui floordivsi ceildivsi ceildivui")
_register("divide", "arith", "divf remf")
_register("convert", "arith", "extf truncf sitofp uitofp fptosi fptoui extsi extui trunci index_cast index_castui")
_register(
    "simple", "math", "absf absi ceil floor round roundeven trunc copysign fma isnan isinf isfinite isnormal clampf"
)
_register("simple", "math", "ctlz ctpop cttz")
_register("exponential", "math", "exp exp2 expm1 log log2 log1p log10 sinh cosh")
_register("tanh", "math", "tanh atanh asinh acosh")
_register("erf", "math", "erf erfc")
_register("sqrt", "math", "sqrt rsqrt")
_register("trigonometric", "math", "sin cos tan asin acos atan atan2 sincos")
_register("power", "math", "powf fpowi ipowi cbrt")

_FREE = frozenset({"arith.constant", "arith.bitcast", "linalg.index", "linalg.yield", "scf.yield", "affine.apply"})
_CONTROL = frozenset({"scf.if"})
_REGISTERS = ("i1", "index")  # predicates and counters do not determine the cost


def operation_class(name: str) -> str:
    """The class of an operation by its MLIR name, such as `arith.addf`; `simple` if unknown."""
    return _CLASSES.get(name, "simple")


def issue_slots(op: Any, machine: Machine) -> float:
    """ALU issue slots of one body operation per vector: the maximum over its operands' and results' types.

    Constants, bit casts and the iteration index are in registers and free; a branch executes both sides and a select.

    Raises:
        CompileError: the operation has no cost.
    """
    selects = len(op.results) if op.name in _CONTROL else 1
    return selects * max((machine.vector_slots(*key) for key in _table_keys(op)), default=0.0)


def chain_cycles(body: tuple[Any, ...], machine: Machine) -> int:
    """Cycles from the first operation of a body to its result: its longest chain of dependent operations.

    `body` is in program order, operations of inner regions before the one that holds them.
    """
    ready: dict[Any, int] = {}
    longest = 0
    for op in body:
        inner = [value for region in op.regions for block in region.blocks for value in _yielded(block)]
        latency = max((machine.vector_op_latency_cycles(*key) for key in _table_keys(op)), default=0)
        end = latency + max((ready.get(value, 0) for value in (*op.operands, *inner)), default=0)
        ready.update(dict.fromkeys(op.results, end))
        longest = max(longest, end)
    return longest


def _yielded(block: Any) -> list[Any]:
    return list(list(block.operations)[-1].operation.operands)


def _table_keys(op: Any) -> list[tuple[str, str]]:
    """(operation class, element type) for each type; empty for free operations."""
    if op.name in _FREE:
        return []
    op_class = "simple" if op.name in _CONTROL else _CLASSES.get(op.name)
    if op_class is None:
        raise CompileError(
            f"{op.name} in the body of a linalg operation has no cost; use operations of arith, math, or linalg.index"
        )
    names = dict.fromkeys(str(value.type) for value in (*op.operands, *op.results))
    types = [name for name in names if name not in _REGISTERS]
    return [(op_class, element_type) for element_type in types or ["i32"]]
