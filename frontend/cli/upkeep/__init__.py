"""Commands that show what npusim leaves on disk, and make room."""
