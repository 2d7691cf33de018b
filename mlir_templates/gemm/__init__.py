"""Matrix products: dense, with narrow operands, split along the reduction, or skipping tiles of zeros."""
