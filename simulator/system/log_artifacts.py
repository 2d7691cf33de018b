"""The artifacts of ``TORCH_LOGS``, which `import torch` registers: nothing heavy is imported here."""

MLIR, FUSIONS, MAPPING, CYCLES = "npu_mlir", "npu_fusions", "npu_mapping", "npu_cycles"
ARTIFACTS = {
    MLIR: "The MLIR text of every kernel of the device npu, when it is registered.",
    FUSIONS: "What shares each kernel of the device npu, what does not, and why.",
    MAPPING: "The tiles that were chosen for each template of the device npu, with the cycles of the candidates.",
    CYCLES: "The simulated cycles of each launch on the device npu, as soon as they are known.",
}
