"""Writes a package from the files of the folder `files`, in which `$name`, `$operator`, ... are filled in."""

import ast
import keyword
import os
import tempfile
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from string import Template

from npusim.frontend.scaffold.kinds import KINDS, Kind
from npusim.simulator.errors import OptionError

_NAMESPACES = ("aten", "prim", "prims")  # of PyTorch's operators
_FILES = files("npusim.frontend.scaffold") / "files"


def write_package(name: str, kind: str, folder: Path) -> Path:
    """Writes the package `name` into `folder` and returns where it is.

    Args:
        name: of the package, its module and its operator: an identifier.
        kind: one of `KINDS`.
        folder: where the package's folder is made.

    Raises:
        OptionError: the name is no identifier, hides another module, or is one that the operator's file uses; the kind
            is unknown; the package's folder exists, or it cannot be written.
    """
    target = folder / name
    _check(name, kind, target)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=f".{name}-") as made:
            for path, text in package_files(name, kind).items():
                file = Path(made, name, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            os.replace(Path(made, name), target)
    except OSError as error:
        raise OptionError(f"new-op: {target} cannot be written: {error.strerror}; choose another --folder") from error
    return target


def package_files(name: str, kind: str) -> dict[str, str]:
    """The texts of a package by their paths in it."""
    about = KINDS[kind]
    operator = name + about.suffix
    names = _names(name, operator, about)
    sources = {
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
        f"docs/{operator}.md": "docs.md",
        f"src/{name}/__init__.py": "__init__.py",
        f"src/{name}/operator.py": f"{kind}.py",
        f"tests/test_{name}.py": "test.py",
    }
    return {path: _filled(source, names) for path, source in sources.items()}


def _names(name: str, operator: str, about: Kind) -> dict[str, str]:
    names = {
        "name": name,
        "operator": operator,
        "summary": about.summary,
        "shape": ",".join(map(str, about.shapes[0])),
        "shapes": f"[{', '.join(map(str, about.shapes))}]",
        "call": ", ".join(about.arguments),
        "arguments": "\n".join(f"| `{argument}` | {what} |" for argument, what in about.arguments.items()),
        "wrong": about.wrong,
        "gradients": ", gradients=True" if about.differentiable else "",
    }
    return {**names, "gradient_test": _filled("gradient_test.py", names) if about.differentiable else ""}


def _filled(source: str, names: dict[str, str]) -> str:
    return Template((_FILES / f"{source}.in").read_text(encoding="utf-8")).substitute(names)


def _check(name: str, kind: str, target: Path) -> None:
    if kind not in KINDS:
        raise OptionError(f"new-op: there is no kind {kind!r}; the kinds are {', '.join(KINDS)}")
    if not (name.isidentifier() and name.isascii()) or keyword.iskeyword(name) or name.endswith("_"):
        raise OptionError(f"new-op: {name!r} must be a Python identifier that does not end with '_', such as my_norm")
    if target.exists():
        raise OptionError(f"new-op: {target} exists already; choose another name or --folder")
    if find_spec(name) is not None or name in _NAMESPACES or name in _names_in_use(kind):
        raise OptionError(f"new-op: {name!r} is the name of something else; choose another, such as my_norm")


def _names_in_use(kind: str) -> set[str]:
    """What an operator's file calls by name beside the operator."""
    tree = ast.parse(package_files("example", kind)["src/example/operator.py"])
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
