"""Models and their inputs from a request: of the zoo, seeded or unwritten, and of users."""
