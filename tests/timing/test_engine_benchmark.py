"""`benchmarks/engine.py` follows the engine's interface: all its tables but the products, with short streams."""

import runpy
from pathlib import Path

import pytest
from npusim.simulator.machine import load_machine
from npusim.simulator.timing.engine_config import engine_config

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "engine.py"
STREAMS = ("stream", "load_and_store", "gemm", "single_elements", "compute_only", "tiny_tiles")


@pytest.mark.slow
def test_the_tables_are_printed(monkeypatch, capsys):
    names = runpy.run_path(str(BENCHMARK))
    functions = names["main"].__globals__
    for name in STREAMS:
        monkeypatch.setitem(functions, name, lambda make=names[name]: make()[:10])
    config = engine_config(load_machine("tpuv3").evolve(**names["SIMPLE"])) | {"timeline_events": 0}
    functions["print_shared_memory"]()
    for table in ("print_requests", "print_records", "print_growth", "print_networks"):
        functions[table](config)
    printed = capsys.readouterr().out
    assert "command DRAM, CMEM" in printed and "16 cores" in printed
