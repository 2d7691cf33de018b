"""`python -m npusim.frontend.inductor`: the parts of torch that npusim replaces, and whether they have changed."""

import sys
from collections.abc import Iterator, Sequence

import torch
from npusim.frontend.inductor.patches import PATCHES
from npusim.frontend.inductor.patching import Patch, appearance
from npusim.frontend.inductor.torch_version import TORCH_VERSION


def describe(patches: Sequence[Patch]) -> Iterator[str]:
    """Lines about patches, with the state of their targets in the installed torch."""
    for patch in patches:
        found = appearance(patch)
        state = "as checked" if found == patch.looks else f"CHANGED (looks={found!r}, was {patch.looks!r})"
        yield f"{patch.name}: {state}"
        yield f"    target       {patch.target.replace(':', '.')}"
        yield f"    why          {patch.why}"
        yield f"    can go when  {patch.until}"
        yield f"    replaced by  {patch.file} ({patch.replacement.partition(':')[2]})"


def main() -> int:
    """Prints the table; returns 1 when a target differs from the checked version's, else 0."""
    changed = [patch.name for patch in PATCHES if appearance(patch) != patch.looks]
    print("\n".join(describe(PATCHES)))
    print(f"{len(PATCHES)} patches, written for torch {TORCH_VERSION}; this is torch {torch.__version__}.")
    if changed:
        print(f"Look at: {', '.join(changed)}.")
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main())
