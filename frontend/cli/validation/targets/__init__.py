"""What the model is compared with: a module for each target, named as in ``npusim validate NAME``, with a `TARGET`."""
