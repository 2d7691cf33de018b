"""From a scheduled graph to the text of a kernel: tiles, transfers, compute, passes."""
