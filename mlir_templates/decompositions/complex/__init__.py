"""Operators on complex numbers, written with operators on their real and imaginary parts. Importing a module registers
its rules.
"""
