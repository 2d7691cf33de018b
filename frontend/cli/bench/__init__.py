"""``npusim bench``: an operator's time over sizes, machines and dtypes."""
