from pathlib import Path  # noqa: F401

import torch

model = torch.nn.Sequential(torch.nn.Linear(32, 32), torch.nn.GELU()).to("npu").requires_grad_(False)
x = torch.randn(8, 32).to("npu")
