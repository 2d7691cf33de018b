"""Operators that need no kernel of their own: each is written with operators that the device has. Importing a module
registers what it has.
"""
