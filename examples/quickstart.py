"""An MLP on a simulated TPUv3 core: values checked against the CPU, cycles reported.

python examples/quickstart.py
"""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(256, 512), nn.GELU(), nn.Linear(512, 256))
x = torch.randn(64, 256)
expected = model(x)

model.to("npu")
with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
    result = torch.compile(model)(x.to("npu"))
    report = simulation.report()

torch.testing.assert_close(result.cpu(), expected)
print(report)
