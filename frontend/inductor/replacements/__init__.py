"""What stands in Inductor where `patches` says so, and what lowerings use of it."""
