"""PyTorch's operator database and its device-generic tests on the device: samples, comparisons, records, tables."""
