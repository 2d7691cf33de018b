"""What a run leaves behind: counters, the report, the timeline, the run's folder."""
