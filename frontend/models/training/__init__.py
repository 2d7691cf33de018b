"""Training of models: the loss, the optimizers, and steps of forward, backward and update."""
