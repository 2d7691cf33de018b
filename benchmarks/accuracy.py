"""The model against measurements of silicon: what ``npusim validate`` prints, for chosen rows.

    python benchmarks/accuracy.py [TARGET ...] [TEXT]

Targets are tpuv3, tpuv6e (all by default); of their rows those are simulated whose name holds TEXT, such as `conv` or
`x4096x4096`. Where the measurements are from, what each row was used for and what the others say: docs/accuracy.md.
"""

import sys

from npusim.frontend.cli.app import main
from npusim.frontend.cli.validation.registry import target_names

if __name__ == "__main__":
    targets = [word for word in sys.argv[1:] if word in target_names()]
    text = " ".join(word for word in sys.argv[1:] if word not in targets)
    main(["validate", *targets, "--select", text])
