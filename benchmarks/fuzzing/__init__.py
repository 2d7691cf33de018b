"""Random programs against eager PyTorch: see docs/fuzzing.md; `benchmarks/fuzz.py` is the command."""
