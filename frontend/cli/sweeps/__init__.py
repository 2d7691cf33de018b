"""Sweeps: machines with many values of their keys, workloads on each of them, and the best of the points.

`npusim.sweep(specification, results)` is `npusim sweep` from Python (docs/sweeps.md).
"""
