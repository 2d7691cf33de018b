"""YAML mappings with the scalars of YAML 1.2: `1e3` is a number, `on` and `1:30` are strings.

PyYAML follows YAML 1.1, where numbers without a point have no exponent, and clock times are numbers of base 60.
"""

import re
from collections.abc import Hashable
from typing import Any

import yaml
from npusim.simulator.system.file_errors import reason

_INTEGER = re.compile(r"[-+]?[0-9][0-9_]*$|0x[0-9a-fA-F]+$|0o[0-7]+$")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?$|[-+]?\.(?:inf|Inf|INF)$|\.(?:nan|NaN|NAN)$"
)
_MOST_DIGITS = 400


class _Loader(yaml.SafeLoader):
    """SafeLoader with YAML 1.2's scalars that refuses duplicate keys, which would silently override."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)  # type: ignore[no-untyped-call, unused-ignore]
            if not isinstance(key, Hashable) or key in seen:
                sentence = f"key {key!r} is given twice" if isinstance(key, Hashable) else "a key is a single word"
                raise yaml.constructor.ConstructorError(None, None, sentence, key_node.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep)


_Loader.yaml_implicit_resolvers = {}  # a separate table, without YAML 1.1's scalars


def _integer(loader: _Loader, node: yaml.ScalarNode) -> int:
    text = str(loader.construct_scalar(node))
    if len(text) > _MOST_DIGITS:
        raise yaml.constructor.ConstructorError(None, None, "a number of too many digits", node.start_mark)
    base = {"0x": 16, "0o": 8}.get(text[:2], 10)
    return int(text, base)


def _float(loader: _Loader, node: yaml.ScalarNode) -> float:
    return float(str(loader.construct_scalar(node)).lower().replace(".inf", "inf").replace(".nan", "nan"))


_SCALARS: tuple[tuple[str, re.Pattern[str], str, Any], ...] = (
    ("null", re.compile(r"~$|null$|Null$|NULL$|$"), "~nN", None),
    ("bool", re.compile(r"(?:true|True|TRUE|false|False|FALSE)$"), "tTfF", None),
    ("int", _INTEGER, "-+0123456789", _integer),
    ("float", _FLOAT, "-+.0123456789", _float),
)
for _name, _pattern, _first, _constructor in _SCALARS:
    _tag = f"tag:yaml.org,2002:{_name}"
    _Loader.add_implicit_resolver(_tag, _pattern, [*_first, *([""] if _name == "null" else [])])  # type: ignore[no-untyped-call]
    if _constructor is not None:
        _Loader.add_constructor(_tag, _constructor)  # type: ignore[no-untyped-call]


class YamlError(Exception):
    """Text that is no mapping of keys to values; the message has the reason, on one line."""


def parse_mapping(text: str, what: str) -> dict[Any, Any]:
    """The keys and values of a text.

    Args:
        text: YAML.
        what: the beginning of the sentence `... is a mapping of keys to values; see docs/...`.

    Raises:
        YamlError: the text is not YAML, or no mapping.
    """
    try:
        values = yaml.load(text, Loader=_Loader)  # a SafeLoader
    except yaml.YAMLError as error:
        raise YamlError(f"not a YAML file: {reason(error)}") from error
    except RecursionError:
        raise YamlError("not a YAML file: it is nested too deep") from None
    if not isinstance(values, dict):
        raise YamlError(what)
    return values
