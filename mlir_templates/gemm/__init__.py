"""Matrix products: dense, narrow operands, split along the reduction, tiles of zeros skipped."""
