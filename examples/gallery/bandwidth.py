"""Bandwidth against arrays: what a second array, or twice the bandwidth, is worth to BERT and to a decoding LLM.

python examples/gallery/bandwidth.py

Both models are compiled and captured once, for tpuv6e; their kernels are timed again on every machine.
"""

from study import arguments, capture, numbers, picture, swept

ARRAYS = (1, 2, 4, 8)
CHANNELS = (16, 32, 64, 128)
CHANNEL_GBPS = 25.6
MODELS = {
    "BERT-base, 8 x 128 tokens": ("bert:base", {"batch": 8, "seq": 128}),
    "Llama 1B, one token": ("llama:1b", {"seq": 512, "task": "decode"}),
}


def main() -> None:
    given = arguments(__doc__)
    found = {}
    for title, (model, options) in MODELS.items():
        name = model.partition(":")[0]
        package = capture(model, "tpuv6e", given.work / f"{name}.npk", dtype="bfloat16", **options)
        found[title] = swept(
            {
                "machine": "tpuv6e",
                "vary": {"systolic_arrays": list(ARRAYS), "dram_channels": list(CHANNELS)},
                "derive": {"dram_bandwidth_gbps": f"dram_channels * {CHANNEL_GBPS}"},
                "workloads": [{"package": str(package.resolve())}],
                "objectives": ["time", "area"],
                "search": {"bounds": False},
            },
            given,
            "bandwidth",
        )
        numbers(found[title], "systolic_arrays", "dram_channels", "time_ns", "limiter")
    bandwidths_gbps = [channels * CHANNEL_GBPS for channels in CHANNELS]
    with picture(given, "bandwidth", len(MODELS)) as axes:
        for place, (title, rows) in zip(axes, found.items(), strict=True):
            for arrays in ARRAYS:
                line = [row for row in rows if row["systolic_arrays"] == arrays]
                times_ms = [row["time_ns"] / 1e6 for row in line]
                place.plot(bandwidths_gbps, times_ms, marker="o", label=f"{arrays} array{'s' * (arrays > 1)}")
            place.set(title=title, xlabel="DRAM bandwidth, GB/s", xscale="log", xticks=bandwidths_gbps, ylim=0)
            place.set_xticklabels(f"{each:.0f}" for each in bandwidths_gbps)
            place.minorticks_off()
        axes[0].set_ylabel("time, ms")
        axes[0].legend()


if __name__ == "__main__":
    main()
