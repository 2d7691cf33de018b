"""Products with sparse matrices: compressed rows, columns and blocks, and 2:4 semi-structured weights."""
