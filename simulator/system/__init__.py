"""Files, environment variables and terminals."""
