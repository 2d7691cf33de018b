"""Folders of runs and what lies in them."""
