"""The safetensors format for plain bytes: a header in JSON, then the tensors' bytes, without anything executable.

Format: github.com/huggingface/safetensors, "Format". The tensors written here have dtype U8 and rank 1.
"""

import json
from collections.abc import Iterator, Mapping
from typing import IO

_LENGTH_BYTES = 8
_MOST_HEADER_BYTES = 100_000_000

Buffer = bytes | memoryview


def write(file: IO[bytes], tensors: Mapping[str, Buffer]) -> None:
    """Writes tensors in the order of their names."""
    entries, end = {}, 0
    for name in sorted(tensors):
        begin, end = end, end + len(tensors[name])
        entries[name] = {"dtype": "U8", "shape": [end - begin], "data_offsets": [begin, end]}
    header = json.dumps(entries, separators=(",", ":")).encode()
    header += b" " * (-len(header) % _LENGTH_BYTES)
    file.write(len(header).to_bytes(_LENGTH_BYTES, "little") + header)
    for name in sorted(tensors):
        file.write(tensors[name])


def read(content: bytes) -> dict[str, bytes]:
    """The tensors of a file.

    Raises:
        ValueError: it is no such file, or its header does not describe what follows.
    """
    length = int.from_bytes(content[:_LENGTH_BYTES], "little")
    if len(content) < _LENGTH_BYTES or length > min(len(content) - _LENGTH_BYTES, _MOST_HEADER_BYTES):
        raise ValueError("its header is cut off")
    data = memoryview(content)[_LENGTH_BYTES + length :]
    try:
        header = json.loads(content[_LENGTH_BYTES : _LENGTH_BYTES + length])
    except (ValueError, RecursionError) as error:
        raise ValueError("its header is no JSON") from error
    return dict(_tensors(header, data))


def _tensors(header: object, data: memoryview) -> Iterator[tuple[str, bytes]]:
    if not isinstance(header, dict):
        raise ValueError("its header is no mapping")
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        offsets = entry.get("data_offsets") if isinstance(entry, dict) else None
        if not isinstance(offsets, list) or [type(offset) for offset in offsets] != [int, int]:
            raise ValueError(f"tensor {name!r} has no data_offsets")
        begin, end = offsets
        if not 0 <= begin <= end <= len(data) or entry.get("dtype") != "U8" or entry.get("shape") != [end - begin]:
            raise ValueError(f"tensor {name!r} is not what its header says, or is cut off")
        yield name, bytes(data[begin:end])
