"""Edits of a kernel's text that know nothing of what it means: most results are refused, some in places nobody thought of."""

# ruff: noqa: E501  (lists of words)

import random
import re

from fuzzing.hostile.edits import Edit, delete_line, on_lines, repeat_line, replaced, somewhere

_NUMBER = re.compile(r"(?<![\w%#.])-?\d+(?:\.\d+)?(?![\w.])")
_SIZE = re.compile(r"(?<=[x<\[ (])\d+(?=x|\]|,|\)|>)")
_NAME = re.compile(r"%[A-Za-z_]\w*")
_TYPE = re.compile(r"\b(?:f64|f32|f16|bf16|f8E4M3FN|f8E5M2|i64|i32|i16|i8|i1|index)\b")
_OPERATION = re.compile(r"\b(?:arith|math|linalg|memref|affine|scf|npu)\.\w+")

HOSTILE_NUMBERS = (0, 1, -1, 2, 3, 5, 7, 13, 64, 100, 127, 255, 4096, 65537, 2**31 - 1, 2**31, 2**33, 2**40, 2**62, 2**63 - 1, -(2**63), 2**64)  # fmt: skip
_HOSTILE_TYPES = ("i128", "i3", "i256", "f128", "f80", "tf32", "complex<f32>", "vector<4xf32>", "tensor<4xf32>", "none", "memref<4xf32>", "ui8", "si32", "f8E4M3FNUZ", "f4E2M1FN", "!llvm.ptr")  # fmt: skip
_TYPES = ("f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8", "i1", "index")
_OPERATIONS = (
    "arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.remf", "arith.maximumf", "arith.minnumf", "arith.negf", "arith.addi", "arith.subi", "arith.muli",
    "arith.divsi", "arith.divui", "arith.remsi", "arith.remui", "arith.ceildivsi", "arith.ceildivui", "arith.floordivsi", "arith.andi", "arith.ori",
    "arith.xori", "arith.shli", "arith.shrsi", "arith.shrui", "arith.maxsi", "arith.minui", "arith.extsi", "arith.extui", "arith.trunci", "arith.extf",
    "arith.truncf", "arith.sitofp", "arith.uitofp", "arith.fptosi", "arith.fptoui", "arith.index_cast", "arith.index_castui", "arith.bitcast",
    "arith.addui_extended", "arith.mulsi_extended", "math.exp", "math.tanh", "math.erf", "math.log", "math.sqrt", "math.rsqrt", "math.powf", "math.ipowi", "math.fpowi",
    "math.ctpop", "math.ctlz", "math.cttz", "math.absi", "math.absf", "math.atan2", "math.sin", "math.floor", "math.roundeven", "math.fma", "math.trunc", "math.copysign",
    "linalg.fill", "linalg.copy", "linalg.matmul", "linalg.batch_matmul", "linalg.add", "linalg.div", "linalg.max", "linalg.exp", "linalg.abs",
    "linalg.matvec", "linalg.dot", "linalg.transpose", "linalg.broadcast", "linalg.reduce", "linalg.index", "linalg.conv_2d", "linalg.pooling_nchw_max",
    "memref.load", "memref.store", "memref.subview", "memref.cast", "memref.reinterpret_cast", "memref.alloc", "memref.alloca", "memref.copy",
    "memref.dim", "memref.view", "memref.expand_shape", "memref.collapse_shape", "memref.transpose", "memref.dealloc", "memref.prefetch",
    "npu.alloc", "npu.dma_load", "npu.dma_store", "npu.gather", "npu.scatter", "affine.apply", "affine.min", "affine.max", "affine.for", "affine.if",
    "scf.for", "scf.if", "scf.while", "scf.yield", "scf.parallel", "scf.execute_region", "func.call", "cf.br", "vector.load",
)  # fmt: skip
_ATTRIBUTES = (
    "{pad = 1.0 : f32}", "{pad = 1.0e60 : f32}", "{pad = 0x7F800000 : f32}", "{pad = 300 : i8}", "{pad = true}", '{combine = "add"}', '{combine = "min"}',
    '{combine = "xor"}', "{pad_around = true}", "{lane_axis = 1 : i64}", "{lane_axis = -1 : i64}", "{lane_stride = 0 : i64}", "{slots = 1000000 : i64}",
    "{slots = 0 : i64}", "{npu.parallel}", "{npu.parallel = 5}", "{}", "<{slots = 3 : i64}>",
)  # fmt: skip
_LINES = (
    "%hostile0 = arith.constant 1.0e60 : f32", "%hostile1 = arith.constant 5 : i128", '"npu.alloc"() : () -> ()',
    '%hostile2 = "npu.alloc"() : () -> memref<99999999999x99999999999xf32, 1>', '%hostile3 = "npu.alloc"() : () -> memref<0xf32, 1>',
    '%hostile4 = "npu.alloc"() : () -> memref<f32, 1>', '"npu.dma_load"() : () -> ()', "%hostile5 = arith.constant dense<1> : vector<4xi32>",
    "func.call @nobody() : () -> ()", "return", "}", "{", "module {", "^bb1:", "cf.br ^bb1", "llvm.unreachable", "linalg.yield", "scf.yield",
)  # fmt: skip


def _new_number(rng: random.Random, old: str) -> str:
    if "." in old:
        return rng.choice(("0.0", "-0.0", "1.0e60", "0x7F800000", "0x7FC00000", "1.0e-60", "3.5"))
    value = int(old)
    near = (value + 1, value - 1, value * 2, value // 2, -value, value * 16)
    return str(rng.choice(near if rng.random() < 0.6 else HOSTILE_NUMBERS))


def _edit_number(rng: random.Random, text: str) -> str:
    match = somewhere(rng, rng.choice((_NUMBER, _SIZE)), text)
    return text if match is None else replaced(text, match, _new_number(rng, match.group()))


def _edit_number_everywhere(rng: random.Random, text: str) -> str:
    match = somewhere(rng, _SIZE, text)
    if match is None:
        return text
    new = _new_number(rng, match.group())
    return re.sub(rf"(?<![\w%.]){match.group()}(?=x|\]|,|\)|>| )|(?<=x){match.group()}(?=x)", new, text)


def _edit_type(rng: random.Random, text: str) -> str:
    return replaced(text, somewhere(rng, _TYPE, text), rng.choice(_TYPES if rng.random() < 0.7 else _HOSTILE_TYPES))


def _edit_type_everywhere(rng: random.Random, text: str) -> str:
    match = somewhere(rng, _TYPE, text)
    new = rng.choice(_TYPES if rng.random() < 0.8 else _HOSTILE_TYPES)
    return (
        text if match is None else re.sub(rf"(?<![A-Za-z0-9_]){match.group()}\b|(?<=\dx){match.group()}\b", new, text)
    )


def _edit_operand(rng: random.Random, text: str) -> str:
    names = sorted(set(_NAME.findall(text)))
    return replaced(text, somewhere(rng, _NAME, text), rng.choice(names)) if names else text


def _edit_operation(rng: random.Random, text: str) -> str:
    match = somewhere(rng, _OPERATION, text)
    if match is None:
        return text
    dialect = match.group().partition(".")[0]
    same = [name for name in _OPERATIONS if name.startswith(dialect)]
    return replaced(text, match, rng.choice(same if rng.random() < 0.8 and same else _OPERATIONS))


@on_lines
def _repeat_operation(rng: random.Random, lines: list[str]) -> None:
    """The same line twice, with a result of its own."""
    at = rng.randrange(len(lines))
    lines.insert(at + 1, re.sub(r"^(\s*)%(\w+) =", r"\1%\2_again =", lines[at]))


@on_lines
def _exchange_lines(rng: random.Random, lines: list[str]) -> None:
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]


@on_lines
def _insert_line(rng: random.Random, lines: list[str]) -> None:
    lines.insert(rng.randrange(1, len(lines)), rng.choice(_LINES))


def _edit_attributes(rng: random.Random, text: str) -> str:
    match = somewhere(rng, re.compile(r"\{[^{}\n]*=[^{}\n]*\}|(?<=\)) (?=:)|(?<=\}) (?=:)"), text)
    return replaced(text, match, f" {rng.choice(_ATTRIBUTES)} " if match else "")


def _edit_map(rng: random.Random, text: str) -> str:
    match = somewhere(rng, re.compile(r"(?<=[(, ])d\d?(?=[,) ])"), text)
    choices = (
        "{} mod 3",
        "{} floordiv 2",
        "{} * 2",
        "{} + 1",
        "{} - 1",
        "{} * -1",
        "{} mod 0",
        "0",
        "{} ceildiv 5",
        "d0 + d1",
        "d7",
        "s0",
        "{} * {}",
        "{} floordiv {}",
    )
    return text if match is None else replaced(text, match, rng.choice(choices).replace("{}", match.group()))


def _edit_character(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    how = rng.randrange(4)
    if how == 0:
        return text[:at] + text[at + 1 :]
    if how == 1:
        return text[:at] + chr(rng.choice((0, 9, 10, 34, 37, 40, 58, 60, 62, 92, 123, 125, 0xE9, 0x1F600))) + text[at:]
    if how == 2:
        end = min(len(text), at + rng.randrange(1, 60))
        return text[:end] + text[at:end] + text[end:]
    return text[:at]


def _nest(rng: random.Random, text: str) -> str:
    """Something thousands deep, or thousands long."""
    depth = rng.choice((60, 200, 5000))
    shape = rng.randrange(5)
    if shape == 0:
        condition = "%deep = arith.constant true\n"
        middle = condition + "scf.if %deep {\n" * depth + "}\n" * depth
    elif shape == 1:
        middle = f"%deep = affine.apply affine_map<(d0) -> ({'(' * depth}d0{' + 1)' * depth})>(%i)\n"
    elif shape == 2:
        middle = f"%deep = affine.apply affine_map<(d0) -> (d0{' + (d0 mod 7)' * depth})>(%i)\n"
    elif shape == 3:
        middle = f'"test.op"() {{a = {"[" * depth}1{"]" * depth}}} : () -> ()\n'
    else:
        middle = "%s0 = arith.constant 3 : i64\n" + "".join(
            f"%s{n + 1} = arith.muli %s{n}, %s{n} : i64\n" for n in range(depth)
        )
    lines = text.split("\n")
    lines.insert(rng.randrange(1, len(lines)), middle)
    return "\n".join(lines)


HOSTILE_EDITS: tuple[tuple[Edit, int], ...] = (
    (_edit_number, 10), (_edit_number_everywhere, 8), (_edit_type, 4), (_edit_type_everywhere, 6), (_edit_operand, 8), (_edit_operation, 8),
    (delete_line, 3), (repeat_line, 3), (_repeat_operation, 3), (_exchange_lines, 2),
    (_insert_line, 3), (_edit_attributes, 4), (_edit_map, 6), (_edit_character, 2), (_nest, 1),
)  # fmt: skip
