"""What tests of layers that are traced once share."""

import pytest
import torch
from npusim.frontend.backend.regions import marking


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with every layer that is not traced."""
    made: list[int] = []
    stamp = marking.stamp_out_subgraph
    monkeypatch.setattr(marking, "stamp_out_subgraph", lambda *a: made.append(1) or stamp(*a))
    torch._dynamo.reset()
    return made
