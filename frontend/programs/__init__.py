"""Captured programs: the launches of a call, launched again, saved, and timed on other machines."""

from npusim.frontend.programs.captured import CapturedProgram, Check, capture
from npusim.frontend.programs.loaded import LoadedProgram, load_program

__all__ = ["CapturedProgram", "Check", "LoadedProgram", "capture", "load_program"]
