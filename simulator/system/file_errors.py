"""Short reasons why a user's file cannot be read, for the end of a message."""

import yaml


def reason(error: Exception) -> str:
    """The reason on one line, without the file's name: the location in YAML, the system's error, or the encoding."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        mark = error.problem_mark
        return f"line {mark.line + 1}, column {mark.column + 1}: {error.problem or error.context}"
    return " ".join(str(error).split())
