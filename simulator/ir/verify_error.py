"""What checks of kernels raise."""

from typing import Any


class Violation(Exception):
    """A rule that a module breaks, with the place of the operation that breaks it."""

    def __init__(self, sentence: str, location: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.location = location
