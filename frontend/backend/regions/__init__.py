"""Regions: parts of a graph that occur several times, such as the layers of a model, are compiled once and called for
each copy."""
