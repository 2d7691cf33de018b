"""Verification: every kernel of a compiled graph against eager PyTorch on the CPU, as it runs (docs/debugging.md).

While it is on, code generation keeps the graph that Inductor lowers and what became of each of its nodes (`recording`,
`buffers`), and the generated module hands every kernel's results over after its launch. A `plan` says which nodes lead
from values that are known to these results; `worlds` computes them on the CPU, `error_model` judges, `runs` raises.
"""
