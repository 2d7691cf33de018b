"""What an installed npusim must have.

`python installed.py SITE_PACKAGES` imports every module of it and looks for the files that are not modules.
"""

import importlib
import pkgutil
import sys
from importlib import metadata
from pathlib import Path

PACKAGES = ("frontend", "mlir_templates", "scheduler", "simulator")
FILES = {  # what it is -> where it lies: at least one file each
    "types for type checkers": "*/py.typed",
    "machines": "simulator/machines/*.yaml",
    "DRAM devices": "simulator/dram_devices/*.yaml",
    "sources of the device": "frontend/device/csrc/**/*.cpp",
    "headers of the device": "frontend/device/csrc/**/*.h",
    "the engine": "simulator/engine/_engine.*.so",
    "the run time of kernels": "simulator/native/_runtime.*.so",
}


def module_names(root: Path) -> list[str]:
    """Every module below `root`, the folder `npusim` of an installation."""
    found = pkgutil.walk_packages([str(root)], prefix="npusim.", onerror=print)
    return sorted(each.name for each in found)


def missing_files(root: Path) -> list[str]:
    """What `FILES` asks for and is not there."""
    return [f"{what}: {pattern}" for what, pattern in FILES.items() if not list(root.glob(pattern))]


def load_data() -> tuple[int, int]:
    """Loads all machines and all DRAM devices; gives their numbers."""
    from npusim.simulator.dram.device import device_names, load_device
    from npusim.simulator.machine import load_machine, machine_names

    machines, devices = machine_names(), device_names()
    for load, names in ((load_machine, machines), (load_device, devices)):
        assert names, f"{load.__name__} finds nothing"
        for name in names:
            load(name)
    return len(machines), len(devices)


def main(site: Path) -> None:
    root = site / "npusim"
    names = module_names(root)
    for name in names:
        module = importlib.import_module(name)
        assert Path(str(module.__file__)).is_relative_to(root), f"{name} comes from {module.__file__}"
    assert {name.split(".")[1] for name in names} == {*PACKAGES}, names
    assert not missing_files(root), missing_files(root)
    assert metadata.distribution("npusim").locate_file("").samefile(site), "another npusim is found first"
    machines, devices = load_data()
    print(f"npusim {metadata.version('npusim')}: {len(names)} modules, {machines} machines, {devices} DRAM devices")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
