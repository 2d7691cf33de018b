"""Plain text: tables, numbers with units, the summary of a run."""
