"""Edits of a kernel's text after which it is mostly still one: other sizes, views, bounds, values, operations of the same signature.

What such kernels do wrong they do while they are checked, compiled or run, and not in MLIR's parser.
"""

# ruff: noqa: E501  (lists of words)

import random
import re

from fuzzing.hostile.edits import Edit, replaced, somewhere
from fuzzing.hostile.hostile_edits import HOSTILE_NUMBERS
from fuzzing.hostile.kernel_scopes import Value, element_type, indent, shape, values, visible

_INTEGER_BITS = {"index": 64, "i64": 64, "i32": 32, "i16": 16, "i8": 8}
_FLOATS = {
    "f64": ("0x7FF0000000000000", "0xFFF0000000000000", "0x7FF8000000000000"), "f32": ("0x7F800000", "0xFF800000", "0x7FC00000"),
    "f16": ("0x7C00", "0xFC00", "0x7E00"), "bf16": ("0x7F80", "0xFF80", "0x7FC0"),
}  # fmt: skip
"""Infinity, minus infinity and a NaN of every type."""

_SAME_SIGNATURE = tuple(names.split() for names in (
    "arith.addf arith.subf arith.mulf arith.divf arith.remf arith.maximumf arith.minimumf arith.maxnumf arith.minnumf math.powf math.atan2 math.copysign",
    "arith.addi arith.subi arith.muli arith.divsi arith.divui arith.remsi arith.remui arith.ceildivsi arith.ceildivui arith.floordivsi arith.andi arith.ori "
    "arith.xori arith.shli arith.shrsi arith.shrui arith.maxsi arith.maxui arith.minsi arith.minui",
    "math.exp math.exp2 math.expm1 math.tanh math.erf math.erfc math.log math.log1p math.log2 math.sqrt math.rsqrt math.sin math.cos math.tan math.atan "
    "math.floor math.ceil math.round math.roundeven math.trunc math.absf arith.negf",
    "arith.extsi arith.extui", "arith.sitofp arith.uitofp", "arith.fptosi arith.fptoui", "arith.index_cast arith.index_castui", "affine.min affine.max",
))  # fmt: skip
_PREDICATES = {
    "cmpi": ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"],
    "cmpf": [
        "false",
        "oeq",
        "ogt",
        "oge",
        "olt",
        "ole",
        "one",
        "ord",
        "ueq",
        "ugt",
        "uge",
        "ult",
        "ule",
        "une",
        "uno",
        "true",
    ],
}
_VIEW = re.compile(
    r"^ *(%\w+) = memref\.reinterpret_cast %\w+ to offset: \[([^\]]*)\], sizes: \[([^\]]*)\], strides: \[([^\]]*)\] : .* to (memref<.*>)$",
    re.M,
)


def new_number(rng: random.Random, old: int, *, least: int = 0, below: int = 2**63) -> int:
    """Another number: mostly near, sometimes one at which arithmetic ends."""
    near = (old + 1, old - 1, old * 2, old // 2, 1, 0, old * 3, old + 7)
    chosen = rng.choice(near if rng.random() < 0.8 else HOSTILE_NUMBERS)
    return chosen if least <= chosen < below else old


def _edit_size(rng: random.Random, text: str) -> str:
    """An extent of a tile, wherever its number stands."""
    found = sorted({size for type_ in re.findall(r"memref<[^%\n]*?, 1>", text) for size in shape(type_) if size != "?"})
    if not found:
        return text
    old = rng.choice(found)
    new = new_number(rng, int(old), least=1, below=1 << (16 if rng.random() < 0.9 else 62))
    return re.sub(rf"(?<![\w%.]){old}(?![\w.])|(?<=[<x]){old}(?=x)|(?<![\w%.]){old}(?=x)", str(new), text)


def _edit_view(rng: random.Random, text: str) -> str:
    """An offset, a size or a stride of a view, with the type that follows from it."""
    match = somewhere(rng, _VIEW, text)
    if match is None:
        return text
    name, *groups, old = match.groups()
    parts = [group.split(", ") if group else [] for group in groups]
    chosen = rng.choice([part for part in parts if part] or [["0"]])
    at = rng.randrange(len(chosen))
    is_number = re.fullmatch(r"-?\d+", chosen[at])
    least = -(2**40) if chosen is parts[2] else 0
    chosen[at] = str(new_number(rng, int(chosen[at]) if is_number else 8, least=least))
    if chosen is parts[2] and rng.random() < 0.3:
        rng.shuffle(chosen)
    written = "offset: [{}], sizes: [{}], strides: [{}]".format(*(", ".join(part) for part in parts))
    line = match[0].replace("offset: [{}], sizes: [{}], strides: [{}]".format(*groups), written)
    return _with_type(replaced(text, match, line), name, old, _view_type(parts, element_type(old)))


def _view_type(parts: list[list[str]], element: str) -> str:
    (offset,), sizes, strides = ([part if re.fullmatch(r"-?\d+", part) else "?" for part in group] for group in parts)
    start = "" if offset == "0" else f", offset: {offset}"
    return f"memref<{''.join(f'{size}x' for size in sizes)}{element}, strided<[{', '.join(strides)}]{start}>>"


def _with_type(text: str, name: str, old: str, new: str) -> str:
    """A value with another type, in all lines that speak of it."""
    speaks = re.compile(rf"{name}\b")
    return "\n".join(line.replace(old, new) if speaks.search(line) else line for line in text.split("\n"))


def _edit_bound(rng: random.Random, text: str) -> str:
    match = somewhere(rng, re.compile(r"(?<== )-?\d+(?= to )|(?<= to )-?\d+(?= step| \{)|(?<= step )\d+"), text)
    return text if match is None else replaced(text, match, str(new_number(rng, int(match[0]))))


def _edit_constant(rng: random.Random, text: str) -> str:
    match = somewhere(rng, re.compile(r"(?<== arith.constant )\S+(?= : (\w+))"), text)
    if match is None:
        return text
    if match[1] in _INTEGER_BITS:
        half = 1 << (_INTEGER_BITS[match[1]] - 1)
        old = int(match[0]) if re.fullmatch(r"-?\d+", match[0]) else 1
        return replaced(text, match, str(new_number(rng, old, least=-half, below=half)))
    return replaced(text, match, _float(rng, match[1])) if match[1] in _FLOATS else text


def _float(rng: random.Random, type_: str) -> str:
    return rng.choice(("0.0", "-0.0", "1.0", "-7.25", "3.0e4", "1.0e-5", *_FLOATS[type_]))


def _edit_pad(rng: random.Random, text: str) -> str:
    match = somewhere(rng, re.compile(r"(?<=pad = )\S+(?= : (f\w+|bf16))"), text)
    return text if match is None or match[1] not in _FLOATS else replaced(text, match, _float(rng, match[1]))


def _edit_map_number(rng: random.Random, text: str) -> str:
    match = somewhere(rng, re.compile(r"affine_map<[^>]*-> \(([^>]*)\)>"), text)
    if match is None:
        return text
    result, number = match[1], somewhere(rng, re.compile(r"(?<![\w])\d+"), match[1])
    if number is not None and rng.random() < 0.7:
        result = replaced(result, number, str(new_number(rng, int(number[0]))))
    else:
        dimension = somewhere(rng, re.compile(r"\b[a-z]\d?\b"), result)
        names = re.findall(r"\b[a-z]\d?\b", match[0].partition("->")[0].replace("affine_map", ""))
        new = rng.choice(("{} mod 3", "{} floordiv 2", "{} * 2", "{} + 1", "{} - 1", "0", "{} ceildiv 5", *names))
        result = replaced(result, dimension, new.format(dimension[0]) if dimension else "")
    return text[: match.start(1)] + result + text[match.end(1) :]


def _edit_operation(rng: random.Random, text: str) -> str:
    """Another operation of the same signature, or another predicate."""
    match = somewhere(rng, re.compile(r"\b(?:arith|math|affine)\.(\w+)( \w+)?"), text)
    if match is None:
        return text
    if match[1] in _PREDICATES:
        return replaced(text, match, f"arith.{match[1]} {rng.choice(_PREDICATES[match[1]])}")
    name = f"{match[0].partition('.')[0]}.{match[1]}"
    same = next((names for names in _SAME_SIGNATURE if name in names), [name])
    return replaced(text, match, rng.choice(same) + (match[2] or ""))


def _edit_combine(rng: random.Random, text: str) -> str:
    match = somewhere(rng, re.compile(r'("npu\.(?:dma_store|scatter)"\([^)]*\)) (?:\{[^}]*\} )?:'), text)
    chosen = rng.choice(("", '{combine = "add"} ', '{combine = "max"} ', '{combine = "min"} '))
    return text if match is None else replaced(text, match, f"{match[1]} {chosen}:")


def _edit_tile(rng: random.Random, text: str) -> str:
    """Lane axis, lane stride and slots of a tile."""
    match = somewhere(rng, re.compile(r'("npu\.alloc"\(\)) (?:\{[^}]*\} )?: (?=\(\) -> (memref<.*>))'), text)
    if match is None:
        return text
    choices = (
        ("lane_axis", range(max(1, len(shape(match[2]))))),
        ("lane_stride", (1, 2, 3, 8)),
        ("slots", (1, 2, 3, 8)),
    )
    written = [f"{key} = {rng.choice(allowed)} : i64" for key, allowed in choices if rng.random() < 0.5]
    return replaced(text, match, f"{match[1]} {{{', '.join(written)}}} : ")


def _edit_element_type(rng: random.Random, text: str) -> str:
    """Another element type of the same kind everywhere."""
    kinds = [
        kind for kind in (tuple(_FLOATS), ("i64", "i32", "i16", "i8")) if any(re.search(rf"x{t}\b", text) for t in kind)
    ]
    if not kinds:
        return text
    kind = rng.choice(kinds)
    old, new = rng.choice([t for t in kind if re.search(rf"x{t}\b", text)]), rng.choice(kind)
    text = re.sub(rf"(?<![A-Za-z0-9_%]){old}\b|(?<=[\d?]x){old}\b", new, text)
    for one, other in zip(_FLOATS.get(old, ()), _FLOATS.get(new, ()), strict=True):
        text = text.replace(f"{one} : {new}", f"{other} : {new}")
    return text


# -- edits of lines, which know the values in scope -------------------------------------------------------------------


def _edit_operand(rng: random.Random, text: str) -> str:
    """Another value of the same type."""
    lines = text.split("\n")
    found = values(lines)
    types = {value.name: value.type for value in found}
    uses = [
        (number, match) for number, line in enumerate(lines) for match in re.finditer(r"(?<!^)%\w+(?!\w| = |:)", line) if line.strip() and match[0] in types
    ]  # fmt: skip
    if not uses:
        return text
    number, use = rng.choice(uses)
    same = [v.name for v in visible(lines, found, number) if v.type == types[use[0]]]
    lines[number] = replaced(lines[number], use, rng.choice(same)) if same else lines[number]
    return "\n".join(lines)


def _statements(lines: list[str]) -> list[int]:
    """Lines that are operations without regions, and end no block."""
    ends = ("}", "^", "(", "return", "scf.yield", "linalg.yield", "affine.yield", "scf.condition", "func.func")
    return [
        n
        for n, line in enumerate(lines)
        if line.strip() and not line.endswith("{") and not line.lstrip().startswith(ends)
    ]


def _effects(lines: list[str]) -> list[int]:
    return [number for number in _statements(lines) if " = " not in lines[number].split("{")[0].split("(")[0]]


def _repeat_statement(rng: random.Random, text: str) -> str:
    """A statement once more, later in the same block."""
    lines = text.split("\n")
    found = [number for number in _statements(lines) if "npu.alloc" not in lines[number]]
    if not found:
        return text
    at = rng.choice(found)
    level, end = indent(lines[at]), at + 1
    while (
        end < len(lines)
        and indent(lines[end]) >= level
        and not lines[end].strip().startswith(("return", "scf.yield", "scf.cond", "linalg.y"))
    ):
        end += 1
    begins = [
        n
        for n in range(at + 1, min(end, len(lines)))
        if indent(lines[n]) == level and lines[n].strip()[:1] not in "}^("
    ]
    places = [at + 1, *begins]
    again = re.sub(r"^( *)%(\w+)(:\d+)? =", rf"\1%\2_{rng.randrange(10**6)}\3 =", lines[at])
    lines.insert(rng.choice(places), again)
    return "\n".join(lines)


def _delete_effect(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    if found := _effects(lines):
        del lines[rng.choice(found)]
    return "\n".join(lines)


def _wrap_effect(rng: random.Random, text: str) -> str:
    """A loop or a branch around a statement, with bounds of what is there."""
    lines = text.split("\n")
    found = _effects(lines)
    if not found:
        return text
    at = rng.choice(found)
    indices = _names(lines, at, "index")
    if not indices or "linalg.yield" in lines[at]:
        return text
    blanks, name = " " * indent(lines[at]), f"%w{rng.randrange(10**6)}"
    low, high, step = (rng.choice(indices) for _ in range(3))
    if rng.random() < 0.6:
        before = [f"{blanks}scf.for {name} = {low} to {high} step {step} {{"]
    else:
        before = [
            f"{blanks}{name} = arith.cmpi {rng.choice(_PREDICATES['cmpi'])}, {low}, {high} : index",
            f"{blanks}scf.if {name} {{",
        ]
    lines[at : at + 1] = [*before, f"  {lines[at]}", f"{blanks}}}"]
    return "\n".join(lines)


def _insert_scalar(rng: random.Random, text: str) -> str:
    """An element of a tensor or a tile moved to another place, by indices that are there."""
    lines = text.split("\n")
    statements = _effects(lines)
    if not statements:
        return text
    at = rng.choice(statements)
    memrefs = [v for v in visible(lines, values(lines), at) if v.type.startswith("memref<")]
    indices = _names(lines, at, "index")
    if not memrefs or not indices:
        return text
    source, blanks, name = rng.choice(memrefs), " " * indent(lines[at]), f"%m{rng.randrange(10**6)}"
    target = rng.choice([v for v in memrefs if element_type(v.type) == element_type(source.type)])
    lines[at:at] = [
        f"{blanks}{name} = memref.load {_element(rng, source, indices)}", f"{blanks}memref.store {name}, {_element(rng, target, indices)}"
    ]  # fmt: skip
    return "\n".join(lines)


def _insert_arithmetic(rng: random.Random, text: str) -> str:
    """A number computed from two others, in the place of one of them."""
    lines = text.split("\n")
    statements = [n for n in _statements(lines) if re.search(r"%\w+", lines[n].partition(" = ")[2] or lines[n])]
    if not statements:
        return text
    at = rng.choice(statements)
    found = [v for v in visible(lines, values(lines), at) if v.type in _INTEGER_BITS or v.type in _FLOATS]
    used = [v for v in found if re.search(rf"{v.name}\b", lines[at].partition(" = ")[2] or lines[at])]
    if not used:
        return text
    value = rng.choice(used)
    other = rng.choice([v for v in found if v.type == value.type])
    operation = rng.choice(_SAME_SIGNATURE[0 if value.type in _FLOATS else 1])
    name = f"%n{rng.randrange(10**6)}"
    head, equals, tail = lines[at].partition(" = ") if lines[at].lstrip().startswith("%") else ("", "", lines[at])
    blanks = " " * indent(lines[at])
    lines[at] = head + equals + re.sub(rf"{value.name}\b", name, tail)
    lines.insert(at, f"{blanks}{name} = {operation} {value.name}, {other.name} : {value.type}")
    return "\n".join(lines)


def _names(lines: list[str], line: int, type_: str) -> list[str]:
    return [v.name for v in visible(lines, values(lines), line) if v.type == type_]


def _element(rng: random.Random, memref: Value, indices: list[str]) -> str:
    return f"{memref.name}[{', '.join(rng.choice(indices) for _ in shape(memref.type))}] : {memref.type}"


LEGAL_EDITS: tuple[tuple[Edit, int], ...] = (
    (_edit_size, 8), (_edit_view, 14), (_edit_bound, 6), (_edit_constant, 8), (_edit_pad, 2), (_edit_map_number, 6), (_edit_operation, 10), (_edit_combine, 4),
    (_edit_tile, 6), (_edit_element_type, 5), (_edit_operand, 10), (_repeat_statement, 6), (_delete_effect, 4), (_wrap_effect, 6), (_insert_scalar, 8), (_insert_arithmetic, 8),
)  # fmt: skip
