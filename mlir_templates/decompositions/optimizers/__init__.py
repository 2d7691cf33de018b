"""Fused optimizers (`torch.optim.Adam(..., fused=True)`) and what `torch.amp.GradScaler` does with gradients."""
