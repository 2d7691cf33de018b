"""The output of a run: counters, report, timeline, run folder."""
