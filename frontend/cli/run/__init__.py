"""`npusim run` and `npusim simulate`: operators, models, scripts, kernels and programs."""
