"""What is fused into the kernels of templates: epilogues on results, prologues on operands."""
