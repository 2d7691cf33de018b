import json
from pathlib import Path

import torch

model = torch.nn.Linear(64, 64).to("npu")
x = torch.randn(16, 64, device="npu")
Path("tiles.json").write_text(json.dumps({"gemm": {"16_64_64": {"TILE_M": 16, "TILE_N": 64, "TILE_K": 64}}}))
Path("train.py").write_text("""\
import torch

weight = torch.randn(32, 32, device="npu")
torch.compile(torch.mm)(weight, weight)
""")
