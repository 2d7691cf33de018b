"""``npusim machines``: what can be simulated."""

from typing import Any

import typer
from npusim.frontend.cli.output import Output, console, print_table
from npusim.simulator.machine import Machine, load_machine, machine_names
from npusim.simulator.machine.area import area
from npusim.simulator.machine.energy import ELEMENT_TYPES
from npusim.simulator.machine.leakage import leakage
from npusim.simulator.machine.vector_table import VECTOR_OP_CLASSES


def list_machines(output: Output) -> None:
    """Print one line per shipped machine."""
    machines = [load_machine(name) for name in machine_names()]
    records = [_record(machine) for machine in machines]
    output.print_records(records, {"machines": records})
    if not output.is_for_people:
        return
    header = ("machine", "cores", "clock", "arrays", "lanes", "scratchpad", "DRAM", "description")
    print_table(header, [_row(machine) for machine in machines], left=("machine", "description"))
    console().print(
        "\n`npusim machines NAME` prints a machine's YAML. Copy it, change it, and pass the file: --machine my.yaml"
    )


def show_machine(name: str, output: Output) -> None:
    """Print a machine's expanded YAML; it can be saved, changed and loaded again. Or its keys and values."""
    machine = load_machine(name)
    keys = machine.model_dump(mode="json")
    output.print_records([{"key": key, "value": value} for key, value in keys.items()], keys)
    if output.is_for_people:
        typer.echo(machine.to_yaml(), nl=False)


def show_vector_table(name: str, output: Output) -> None:
    """Print throughput and latency of a machine's vector operations, by class and element type."""
    machine = load_machine(name)
    types = [element for element in ELEMENT_TYPES if element != "i1"]
    rows = [_operations(machine, op_class, types) for op_class in VECTOR_OP_CLASSES]
    records = [dict(zip(("class", *types), row, strict=True)) for row in rows]
    output.print_records(records, {"machine": machine.name, "operations": records})
    if not output.is_for_people:
        return
    print_table(("class", *types), rows, left=("class",))
    console().print("\nelements per cycle and core / cycles until a dependent operation; key vector_operations")


def show_area(name: str, output: Output) -> None:
    """Print an estimate of a machine's area and leakage by part, and which part of the area each has."""
    machine = load_machine(name)
    estimate, watts = area(machine), leakage(machine)
    parts = {**estimate.parts, "total": estimate.total_mm2}
    records = [{"part": part, "mm2": value, "leakage_w": watts.get(part)} for part, value in parts.items()]
    content = {"machine": machine.name, "node_nm": estimate.node_nm, "mm2": parts, "leakage_w": watts}
    output.print_records(records, content)
    if not output.is_for_people:
        return
    console().print(f"area and leakage of {machine.name} at {estimate.node_nm} nm, estimated\n")
    cells = [
        (
            part.replace("_", " "),
            f"{value:.4g}",
            f"{value / estimate.total_mm2:.0%}",
            f"{1000 * watts[part]:.4g}" if part in watts else "-",
        )
        for part, value in parts.items()
    ]
    print_table(("part", "mm2", "share", "leakage mW"), cells, left=("part",))
    console().print("\ndocs/sweeps.md says what the numbers come from; they compare machines of one node (process_nm)")


def _operations(machine: Machine, op_class: str, types: list[str]) -> tuple[str, ...]:
    def cell(element: str) -> str:
        if op_class not in ("simple", "convert") and op_class.startswith("integer") != element.startswith("i"):
            return "-"
        throughput = machine.vector_throughput(op_class, element)
        return f"{throughput:.4g}/{machine.vector_op_latency_cycles(op_class, element)}"

    return (op_class, *map(cell, types))


def _record(machine: Machine) -> dict[str, Any]:
    return {
        "machine": machine.name,
        "cores": machine.cores,
        "core_freq_mhz": machine.core_freq_mhz,
        "systolic_arrays": machine.systolic_arrays,
        "systolic_rows": machine.systolic_rows,
        "systolic_columns": machine.systolic_columns,
        "vector_lanes": machine.vector_lanes,
        "scratchpad_bytes": machine.scratchpad_bytes,
        "dram_bandwidth_gbps": machine.dram_bandwidth_gbps,
        "description": machine.description,
    }


def _row(machine: Machine) -> tuple[str, ...]:
    return (
        machine.name,
        str(machine.cores),
        f"{machine.core_freq_mhz:g} MHz",
        f"{machine.systolic_arrays} x {machine.systolic_rows}x{machine.systolic_columns}",
        str(machine.vector_lanes),
        f"{machine.scratchpad_bytes / 2**20:g} MiB",
        f"{machine.dram_bandwidth_gbps:g} GB/s",
        machine.description,
    )
