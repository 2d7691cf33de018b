"""HBM2 or LPDDR5 beside the same core: what do bandwidth and kind of memory do to two models?

python examples/gallery/memory.py

The models are compiled and captured once, for tpuv3; their kernels are timed again with every memory.
"""

from study import arguments, capture, numbers, picture, swept

MODELS = {
    "BERT-base, 8 x 128 tokens": ("bert:base", {"batch": 8, "seq": 128}),
    "Llama 1B, one token": ("llama:1b", {"seq": 512, "task": "decode"}),
}
MEMORIES = {
    "LPDDR5": {"dram_device": ["LPDDR5_6400"], "dram_controller": ["channel"], "dram_channels": [8, 16, 32]},
    "HBM2": {"dram_device": ["HBM2_1760"], "dram_channels": [8, 16, 32, 64]},
}
CHANNEL_GBPS = {"LPDDR5": 12.8, "HBM2": 14.08}


def main() -> None:
    given = arguments(__doc__)
    found = {}
    for title, (model, options) in MODELS.items():
        name = model.partition(":")[0]
        package = capture(model, "tpuv3", given.work / f"{name}-tpuv3.npk", dtype="bfloat16", **options)
        for memory, keys in MEMORIES.items():
            specification = {
                "machine": "tpuv3",
                "vary": keys,
                "derive": {"dram_bandwidth_gbps": f"dram_channels * {CHANNEL_GBPS[memory]}"},
                "workloads": [{"package": str(package.resolve())}],
                "search": {"bounds": False},
            }
            found[title, memory] = swept(specification, given, "memory")
            print(title, memory)
            numbers(found[title, memory], "dram_channels", "time_ns", "limiter")
    with picture(given, "memory", len(MODELS)) as axes:
        for place, title in zip(axes, MODELS, strict=True):
            for memory in MEMORIES:
                rows = found[title, memory]
                bandwidths_gbps = [row["dram_channels"] * CHANNEL_GBPS[memory] for row in rows]
                place.plot(bandwidths_gbps, [row["time_ns"] / 1e6 for row in rows], marker="o", label=memory)
            place.set(title=title, xlabel="peak of the DRAM, GB/s", ylim=0, xlim=0)
        axes[0].set_ylabel("time, ms")
        axes[0].legend()


if __name__ == "__main__":
    main()
