import torch  # noqa: F401  (the page's functions use it)
