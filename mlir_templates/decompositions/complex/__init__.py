"""Complex operators in terms of real and imaginary parts. Importing a module registers its rules."""
