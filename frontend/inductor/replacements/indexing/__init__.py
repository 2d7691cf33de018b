"""Indices: how they are simplified, bounded, and carried from where they are made to where they are used."""
