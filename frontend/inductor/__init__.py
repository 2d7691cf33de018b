"""What npusim changes in Inductor."""
