from pathlib import Path

import torch

model = torch.nn.Linear(64, 64).to("npu")
x = torch.randn(16, 64, device="npu")
cache = torch.zeros(64, 64, device="npu")
Path("script.py").write_text("""\
import torch

weight = torch.randn(32, 32, device="npu")
torch.compile(torch.mm)(weight, weight)
""")
Path("kernel.mlir").write_text("""\
func.func @add(%A: memref<64xf32>, %B: memref<64xf32>, %Y: memref<64xf32>) {
  %a = "npu.alloc"() : () -> memref<64xf32, 1>
  %b = "npu.alloc"() : () -> memref<64xf32, 1>
  "npu.dma_load"(%A, %a) : (memref<64xf32>, memref<64xf32, 1>) -> ()
  "npu.dma_load"(%B, %b) : (memref<64xf32>, memref<64xf32, 1>) -> ()
  linalg.add ins(%a, %b : memref<64xf32, 1>, memref<64xf32, 1>) outs(%b : memref<64xf32, 1>)
  "npu.dma_store"(%b, %Y) : (memref<64xf32, 1>, memref<64xf32>) -> ()
  return
}
""")
