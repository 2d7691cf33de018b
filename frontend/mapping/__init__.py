"""Mappings: how a template's work is cut into tiles, ordered and shared out; one mechanism for all templates.

A template declares its `MappingSpace`; the strategy in force (`npusim.scheduler.mapping`) picks one of its mappings.
"""

from npusim.frontend.mapping.choice import Choice, choose
from npusim.frontend.mapping.entry import FileEntry
from npusim.frontend.mapping.space import MappingSpace, RuledSpace

__all__ = ["Choice", "FileEntry", "MappingSpace", "RuledSpace", "choose"]
