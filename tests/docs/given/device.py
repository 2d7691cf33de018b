import torch

compiled = torch.compile(torch.relu)
x = torch.randn(16, 32, device="npu")
