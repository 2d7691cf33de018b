"""Text of `linalg.generic` on tiles, for the fixture `compute`, and arrays to run it on."""

import numpy as np

RNG = np.random.default_rng(7)
ELEMENTS = {"float32": "f32", "int64": "i64", "int32": "i32", "int16": "i16", "int8": "i8"}


def generic(maps, iterators, inputs, outputs, body):
    dims = f"({', '.join(f'd{i}' for i in range(len(iterators)))})"
    maps = ", ".join(f"affine_map<{dims} -> ({m})>" for m in maps)
    kinds = ", ".join(f'"{"parallel" if k == "p" else "reduction"}"' for k in iterators)
    ins = f"ins({', '.join('%' + i for i in inputs)} : {', '.join('{' + i + '}' for i in inputs)})" if inputs else ""
    outs = f"outs({', '.join('%' + o for o in outputs)} : {', '.join('{' + o + '}' for o in outputs)})"
    body = body.replace("{", "{{").replace("}", "}}")
    return (
        f"linalg.generic {{{{indexing_maps = [{maps}], iterator_types = [{kinds}]}}}} {ins} {outs} {{{{\n{body}\n}}}}\n"
    )


def floats(*shape, dtype=np.float32):
    return RNG.standard_normal(shape).astype(dtype)


def integers(*shape, dtype=np.int32, low=-50, high=50):
    return RNG.integers(low, high, shape).astype(dtype)
