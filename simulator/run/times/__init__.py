"""Times of single launches: of candidates, known ones, and once more operation by operation."""
