"""``npusim models``: the model zoo."""

from typing import Any

from npusim.frontend.cli.output import Output, console, print_table
from npusim.frontend.models import architectures, find_model
from npusim.frontend.models.architecture import SMALL, Architecture

_HEADER = ("model", "presets", "options", "class")


def list_models(output: Output) -> None:
    """Print one line per architecture."""
    rows = [dict(zip(_HEADER, _row(each), strict=True)) for each in architectures().values()]
    text = (
        "`npusim run --model NAME[:PRESET]` runs one with random weights; `npusim models NAME` prints presets' sizes."
        f"\nWithout a preset it is {SMALL}, a tiny configuration; the others have published sizes (docs/models.md)."
        "\nModels of your own: --model package.module:factory or --model file.py:factory"
    )
    output.print(rows, rows, "models", {}, text)


def show_model(name: str, output: Output) -> None:
    """Print an architecture's presets: parameters and default sizes. It needs the library that has the model."""
    import torch
    from npusim.frontend.models.building.build import make_config
    from npusim.frontend.models.building.libraries import library_class

    architecture, _, _ = find_model(name.partition(":")[0])
    records: list[dict[str, Any]] = []
    for preset_name, preset in architecture.presets.items():
        config = make_config(architecture, preset)
        made = library_class(architecture.library, architecture.model)
        with torch.device("meta"):
            model = made(config) if architecture.config else made(**config)
        count = sum(parameter.numel() for parameter in model.parameters())
        sizes = {"batch": preset.batch, "seq": preset.seq if architecture.seq_of else None}
        records.append({"preset": f"{architecture.name}:{preset_name}", "parameters": count, **sizes})
    output.print_records(records, {"model": architecture.name, "presets": records})
    if output.is_for_people:
        rows = [[_shown(value) for value in each.values()] for each in records]
        print_table(("preset", "parameters", "--batch", "--seq"), rows, left=("preset",))
    if output.is_for_people and architecture.seq_of:
        console().print(f"\n--seq counts {architecture.seq_of}")


def _shown(value: str | int | None) -> str:
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else value


def _row(architecture: Architecture) -> tuple[str, ...]:
    options = ["--batch", *(["--seq"] if architecture.seq_of else []), "--dtype", "--train"]
    options += ["--decode"] if architecture.decodes and architecture.has_static_cache else []
    options += ["--generate"] if architecture.decodes else []
    made_by = f"{architecture.library}.{architecture.model}"
    return (architecture.name, " ".join(architecture.presets), " ".join(options), made_by)
