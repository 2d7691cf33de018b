"""Systems of triangular matrices, by substitution."""
