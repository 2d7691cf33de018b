import torch

x = torch.randn(1, 4, 2, 8)
turns = torch.polar(torch.ones(4, 1, 4), torch.randn(4, 1, 4))
