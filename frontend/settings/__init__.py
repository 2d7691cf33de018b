"""Settings that decide which code is generated, as programs and the environment choose them. Imports no torch."""
