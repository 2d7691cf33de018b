"""What authors of operators gave: their mistakes are reported with operator, template and line."""
