"""``npusim machines``: what can be simulated."""

import typer
from npusim.frontend.cli.output import console, print_table
from npusim.simulator.machine import Machine, load_machine, machine_names
from npusim.simulator.machine.area import area
from npusim.simulator.machine.energy import ELEMENT_TYPES
from npusim.simulator.machine.vector_table import VECTOR_OP_CLASSES


def list_machines() -> None:
    """Print one line per shipped machine."""
    machines = [load_machine(name) for name in machine_names()]
    header = ("machine", "cores", "clock", "arrays", "lanes", "scratchpad", "DRAM", "description")
    print_table(header, [_row(machine) for machine in machines], left=("machine", "description"))
    console().print(
        "\n`npusim machines NAME` prints a machine's YAML. Copy it, change it, and pass the file: --machine my.yaml"
    )


def show_machine(name: str) -> None:
    """Print a machine's expanded YAML; it can be saved, changed and loaded again."""
    typer.echo(load_machine(name).to_yaml(), nl=False)


def show_vector_table(name: str) -> None:
    """Print throughput and latency of a machine's vector operations, by class and element type."""
    machine = load_machine(name)
    types = [element for element in ELEMENT_TYPES if element != "i1"]
    rows = [_operations(machine, op_class, types) for op_class in VECTOR_OP_CLASSES]
    print_table(("class", *types), rows, left=("class",))
    console().print("\nelements per cycle and core / cycles until a dependent operation; key vector_operations")


def show_area(name: str) -> None:
    """Print an estimate of a machine's area by part, and which part of it each has."""
    machine = load_machine(name)
    estimate = area(machine)
    console().print(f"area of {machine.name} at {estimate.node_nm} nm, estimated\n")
    rows = [(part.replace("_", " "), value) for part, value in [*estimate.parts.items(), ("total", estimate.total_mm2)]]
    cells = [(part, f"{value:.4g}", f"{value / estimate.total_mm2:.0%}") for part, value in rows]
    print_table(("part", "mm2", "share"), cells, left=("part",))
    console().print("\ndocs/sweeps.md says what the numbers come from; they compare machines of one node (process_nm)")


def _operations(machine: Machine, op_class: str, types: list[str]) -> tuple[str, ...]:
    def cell(element: str) -> str:
        if op_class not in ("simple", "convert") and op_class.startswith("integer") != element.startswith("i"):
            return "-"
        throughput = machine.vector_throughput(op_class, element)
        return f"{throughput:.4g}/{machine.vector_op_latency_cycles(op_class, element)}"

    return (op_class, *map(cell, types))


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
