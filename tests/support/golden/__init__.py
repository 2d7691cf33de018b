"""Golden kernels: small programs whose kernels, as text, and whose cycles are kept beside the tests."""
