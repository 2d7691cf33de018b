"""The module that Inductor generates around kernels: its text, call sites, and operators on the host in it."""
