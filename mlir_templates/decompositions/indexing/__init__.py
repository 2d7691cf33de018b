"""Operators that read and write at computed places, in terms of others."""
