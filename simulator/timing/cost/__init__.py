"""What one operation costs the units of a machine."""
