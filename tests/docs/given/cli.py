from pathlib import Path

import numpy as np

Path("train.py").write_text("""\
import sys

import torch

assert sys.argv[1:] == ["--epochs", "2"]
torch.compile(torch.relu)(torch.randn(32, 32, device="npu"))
""")
Path("double.mlir").write_text((ROOT / "examples" / "double.mlir").read_text())  # noqa: F821
np.save("x.npy", np.arange(1024, dtype=np.float32))
Path("file.py").write_text("""\
import torch


def factory():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU()), torch.randn(4, 8)
""")
