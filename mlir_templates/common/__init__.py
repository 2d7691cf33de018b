"""Code shared by several operator families."""
