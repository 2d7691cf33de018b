"""What tests of several operators share."""

import pytest


@pytest.fixture
def fused(monkeypatch):
    """Prologues are fused whatever they cost."""
    from npusim.frontend.fusions import prologues
    from npusim.frontend.fusions.candidate_evaluation import Verdict

    def inside(variants):
        return Verdict(variants, [float(not variant.what) for variant in variants], [False] * len(variants))

    monkeypatch.setattr(prologues, "evaluate_candidates", inside)
