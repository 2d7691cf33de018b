"""Choices of implementations, kept at the nodes of the traced graph for the metadata of their kernels."""

from collections.abc import Iterable
from typing import Any

_RECORD = "npusim_implementations"


def keep_choice(node: Any, operator: str, choice: dict[str, Any]) -> None:
    """Keeps the report of a choice at the traced graph's node for which it was made."""
    node.meta.setdefault(_RECORD, {})[operator] = choice


def implementations_meta(origins: Iterable[Any]) -> dict[str, Any]:
    """The entry `implementations` of a kernel's metadata: the choices for the graph nodes that it comes from."""
    found = [choice for origin in origins for choice in origin.meta.get(_RECORD, {}).values()]
    return {"implementations": found} if found else {}
