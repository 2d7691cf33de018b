"""Captured programs: the launches of a call, launched again, saved, and timed on other machines."""

from npusim.frontend.programs.captured import CapturedProgram, Check, capture

__all__ = ["CapturedProgram", "Check", "capture"]
