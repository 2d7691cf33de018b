"""Operators written in terms of others. Importing a module registers its decompositions."""
