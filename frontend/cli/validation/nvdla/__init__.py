"""NVDLA's table of configurations: its machines, and the network that the table is for."""
