"""One to eight cores that share a memory: how far does BERT scale?

python examples/gallery/cores.py

Every number of cores is compiled for: loops are shared out over the cores, and tiles follow.
"""

from study import arguments, numbers, picture, swept

CORES = [1, 2, 4, 8]


def main() -> None:
    given = arguments(__doc__)
    rows = swept(
        {
            "machine": "tpuv3",
            "vary": {"cores": CORES},
            "workloads": [{"model": "bert:base", "arguments": ["--batch", "8", "--dtype", "bf16"]}],
            "objectives": ["time", "energy"],
        },
        given,
        "cores",
    )
    numbers(rows, "cores", "time_ns", "energy_pj", "limiter")
    with picture(given, "cores") as axes:
        axes.plot(CORES, CORES, color="0.7", linestyle=":", label="as many times")
        speed = [rows[0]["time_ns"] / row["time_ns"] for row in rows]
        axes.plot(CORES, speed, marker="o", label="BERT-base, 8 x 128 tokens")
        axes.set(title="tpuv3's cores on 901 GB/s", xlabel="cores", ylabel="times as fast as one", xticks=CORES)
        axes.legend()


if __name__ == "__main__":
    main()
