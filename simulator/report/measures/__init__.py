"""What a launch did, from the engine's counters."""
