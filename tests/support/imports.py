"""Which module of npusim imports which, read from the sources."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

PACKAGES = ("mlir_templates", "frontend", "scheduler", "simulator")
"""From the top to the bottom: each may import those behind it."""

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Import:
    """`importer` names `imported`: modules by their names without `npusim.`, others as they are written (`written`)."""

    importer: str
    imported: str
    line: int
    written: str

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.imported}"


def modules(root: Path = ROOT) -> dict[str, Path]:
    """Name -> file of every module of the four packages; of those in C++ the file is the stub."""
    found = {}
    for package in PACKAGES:
        for file in sorted(root.joinpath(package).rglob("*.py*")):
            if file.suffix in (".py", ".pyi"):
                parts = file.relative_to(root).with_suffix("").parts
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports(root: Path = ROOT) -> list[Import]:
    """Every import statement, inside of functions and for type checkers as well."""
    known = modules(root)
    return [each for name, file in known.items() for each in _imports_of(name, file.read_text(encoding="utf-8"), known)]


def names(root: Path = ROOT) -> list[Import]:
    """Every string that is the name of one of our modules (`npusim.a.b`, or `a.b:function`): what is imported later by
    its name, or recognised by it. Left out: documentation, names of the four packages, and a package that a module of
    its own names to find its files.
    """
    known = modules(root)
    return [each for name, file in known.items() for each in _names_in(name, ast.parse(file.read_text()), known)]


def _names_in(importer: str, tree: ast.Module, known: Mapping[str, Path]) -> Iterator[Import]:
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            short = node.value.partition(":")[0].removeprefix("npusim.").rstrip(".")
            around = f"{importer}.".startswith(f"{short}.")
            if short in known and short not in PACKAGES and not around and node.value != short:
                yield Import(importer, short, node.lineno, node.value)


def _imports_of(importer: str, text: str, known: Mapping[str, Path]) -> Iterator[Import]:
    for node in ast.walk(ast.parse(text)):
        for name in _names(node, importer):
            short = name.removeprefix("npusim.")
            is_ours = name.startswith("npusim.")
            while is_ours and short not in known and "." in short:  # a function or class of a module
                short = short.rpartition(".")[0]
            yield Import(importer, short if is_ours else name, getattr(node, "lineno", 0), name)


def _names(node: ast.AST, importer: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0 and node.module, f"{importer}:{node.lineno}: a relative import"
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def is_private(name: str) -> bool:
    """Whether a module or a name in it is one that torch promises nothing about."""
    parts = name.split(".")
    return parts[0] == "torch" and (parts[1:3] == ["fx", "experimental"] or any(p.startswith("_") for p in parts))


def within(edges: Iterable[Import], known: Iterable[str]) -> set[tuple[str, str]]:
    """Pairs of different modules of ours."""
    names = set(known)
    return {(each.importer, each.imported) for each in edges if each.imported in names} - {(n, n) for n in names}


def between_folders(pairs: Iterable[tuple[str, str]]) -> dict[str, set[tuple[str, str]]]:
    """Folder -> which of its parts (modules, and sub-folders as a whole) use which others.

    What a folder's own `__init__` imports from below it is not counted: it is the folder.
    """
    found: dict[str, set[tuple[str, str]]] = {}
    for importer, imported in pairs:
        first, second = importer.split("."), imported.split(".")
        depth = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
        if depth < min(len(first), len(second)):
            parts = ".".join(first[: depth + 1]), ".".join(second[: depth + 1])
            found.setdefault(".".join(first[:depth]), set()).add(parts)
    return found


def cycles(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Groups of nodes that lead to one another, each sorted."""
    following: dict[str, set[str]] = {}
    for first, second in pairs:
        following.setdefault(first, set()).add(second)
    reached = {node: _reached(node, following) for node in following}
    groups = {frozenset(other for other in reached[node] if node in reached.get(other, ())) for node in following}
    return sorted(sorted(group) for group in groups if group)


def _reached(start: str, following: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = list(following[start])
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += following.get(node, ())
    return found
