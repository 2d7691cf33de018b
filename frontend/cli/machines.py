"""``npusim machines``: what can be simulated."""

import typer
from npusim.frontend.cli.output import console, print_table
from npusim.simulator.machine import Machine, load_machine, machine_names


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
