"""JSON of a run's files: outer levels with a line for each entry, inner ones in one line.

`json.dumps` with an indentation encodes in Python, which took a quarter of the time of a small simulation. Here it
encodes all entries of one line, and all of a level that have no entries themselves, in one call.
"""

import functools
import json
from typing import Any

_DEPTH = 4


def text_of(value: Any) -> str:
    """The JSON text of a value; what lies four levels deep or deeper has no line breaks.

    Raises:
        ValueError: a number is not finite.
    """
    return _text(value, _DEPTH, "\n") + "\n"


def _text(value: Any, depth: int, line: str) -> str:
    if depth == 0 or not value or not isinstance(value, dict | list | tuple):
        return _encoder(", ").encode(value)
    entries = value.values() if isinstance(value, dict) else value
    if not any(isinstance(entry, dict | list | tuple) for entry in entries):
        flat = _encoder(f",{line} ").encode(value)
        return f"{flat[0]}{line} {flat[1:-1]}{line}{flat[-1]}"
    texts = [_text(entry, depth - 1, line + " ") for entry in entries]
    if isinstance(value, dict):
        texts = [f"{_encoder(', ').encode(name)}: {text}" for name, text in zip(value, texts, strict=True)]
    inner = f",{line} ".join(texts)
    return f"{{{line} {inner}{line}}}" if isinstance(value, dict) else f"[{line} {inner}{line}]"


@functools.cache
def _encoder(separator: str) -> json.JSONEncoder:
    return json.JSONEncoder(allow_nan=False, separators=(separator, ": "))
