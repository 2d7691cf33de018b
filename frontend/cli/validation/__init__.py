"""``npusim validate``: the model against measurements of silicon, RTL and other models, a table per target.

A target is one module of `targets`, with its measurements in a CSV file beside it; it is found by its name.
"""
