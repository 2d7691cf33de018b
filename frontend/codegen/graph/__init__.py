"""The scalar graph of a kernel, the loop domain it is computed over, and the memory it accesses."""
