"""Recurrent networks: a layer in one direction is one kernel that loops over the steps, forward and backward."""
