"""The exception of kernel checks."""

from typing import Any


class Violation(Exception):
    """A module breaks a rule; has the location of the operation."""

    def __init__(self, sentence: str, location: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.location = location
