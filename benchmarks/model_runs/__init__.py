"""Whole models: the programs that `benchmarks/model_compile.py` compiles, and the record of `benchmarks/models.py`."""
