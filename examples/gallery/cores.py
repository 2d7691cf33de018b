"""One to eight cores that share a memory: how far do two models scale?

python examples/gallery/cores.py

Every number of cores is compiled for: loops are shared out over the cores, and tiles follow.
"""

from study import arguments, numbers, picture, swept

CORES = [1, 2, 4, 8]
MODELS = {
    "BERT-base, 8 x 128 tokens": {"model": "bert:base", "arguments": ["--batch", "8", "--dtype", "bf16"]},
    "ResNet-50, 8 pictures": {"model": "resnet:50", "arguments": ["--batch", "8", "--dtype", "bf16"]},
}


def main() -> None:
    given = arguments(__doc__)
    found = {}
    for title, workload in MODELS.items():
        specification = {
            "machine": "tpuv3",
            "vary": {"cores": CORES},
            "workloads": [workload],
            "objectives": ["time", "energy"],
        }
        found[title] = swept(specification, given, "cores")
        print(title)
        numbers(found[title], "cores", "time_ns", "energy_pj", "limiter")
    with picture(given, "cores") as axes:
        axes.plot(CORES, CORES, color="0.7", linestyle=":", label="as many times")
        for title, rows in found.items():
            axes.plot(CORES, [rows[0]["time_ns"] / row["time_ns"] for row in rows], marker="o", label=title)
        axes.set(title="tpuv3's cores on 901 GB/s", xlabel="cores", ylabel="times as fast as one", xticks=CORES)
        axes.legend()


if __name__ == "__main__":
    main()
