"""How much scratchpad does ResNet-50 need? Every size is compiled for, since tiles follow it.

python examples/gallery/scratchpad.py
"""

from study import arguments, numbers, picture, swept


def main() -> None:
    given = arguments(__doc__)
    rows = swept(
        {
            "machine": "tpuv3",
            "vary": {"scratchpad_kib_per_lane": [8, 16, 32, 64, 128]},
            "workloads": [{"model": "resnet:50", "arguments": ["--batch", "4", "--dtype", "bf16"]}],
            "objectives": ["time", "energy", "area"],
        },
        given,
        "scratchpad",
    )
    numbers(rows, "scratchpad_kib_per_lane", "time_ns", "energy_pj", "area_mm2", "limiter")
    with picture(given, "scratchpad", 2) as (left, right):
        sizes = [row["scratchpad_kib_per_lane"] for row in rows]
        left.plot(sizes, [row["time_ns"] / 1e6 for row in rows], marker="o")
        left.set(title="ResNet-50, 4 images", xlabel="scratchpad per lane, KiB", ylabel="time, ms", ylim=0)
        left.set_xscale("log", base=2)
        left.set_xticks(sizes, map(str, sizes))
        right.plot([row["area_mm2"] for row in rows], [row["time_ns"] / 1e6 for row in rows], marker="o")
        for row in rows:
            place = (row["area_mm2"], row["time_ns"] / 1e6)
            right.annotate(f"{row['scratchpad_kib_per_lane']}", place, (5, 5), textcoords="offset points")
        right.set(title="and what it costs", xlabel="estimated area, mm2", ylim=0)


if __name__ == "__main__":
    main()
