"""FlexAttention: attention whose scores a user's function changes, and whose blocks a mask skips."""
