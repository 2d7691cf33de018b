import torch

model = torch.nn.Sequential(torch.nn.Linear(32, 32), torch.nn.ReLU()).to("npu")
x = torch.randn(16, 32, device="npu")
