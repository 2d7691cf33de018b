"""Several implementations of one operator: who can compute a call, and who does (docs/implementations.md).

`registry` knows them, `choice` chooses, `forcing` says what is forced, `evaluation` simulates one for autotuning.
"""
