"""Random programs: what they are made of, how they are compared with eager PyTorch, and their times."""
