"""DRAM: devices and the replay of address traces."""
