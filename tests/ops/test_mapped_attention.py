"""Attention under `torch.vmap` and its gradients: one kernel for all that is mapped."""

import pytest
import torch
from common import make
from torch.func import grad, jacrev, vmap
from torch.nn.functional import scaled_dot_product_attention as attention

QUERIES, KEYS = (3, 2, 4, 5, 8), (3, 2, 4, 7, 8)
BIAS = (5, 7)


def loss(*operands):
    return attention(*operands[:3], attn_mask=operands[3] if len(operands) > 3 else None).sin().sum()


def of_queries(function, **options):
    return lambda q, k, v, *rest: vmap(lambda query: function(query, k[0], v[0], *rest, **options))(q)


CASES = {
    "all operands": (vmap(attention), ()),
    "queries": (of_queries(attention), ()),
    "queries by another dimension": (
        lambda q, k, v: vmap(lambda x: attention(x, k[0], v[0]), 2, 1)(q.movedim(0, 2)),
        (),
    ),
    "queries with a bias": (of_queries(attention), (BIAS,)),
    "queries that look back": (of_queries(attention, is_causal=True, scale=0.3), ()),
    "a bias for each": (vmap(attention), ((3, 2, 1, *BIAS),)),
    "a bias of rank 2 for each": (vmap(attention), ((3, *BIAS),)),
    "biases alone": (lambda q, k, v, b: vmap(lambda bias: attention(q[0], k[0], v[0], bias))(b), ((3, *BIAS),)),
    "shared heads": (lambda q, k, v: vmap(lambda *x: attention(*x, enable_gqa=True))(q, k[:, :, :2], v[:, :, :2]), ()),
    "maps of maps": (lambda *x: vmap(vmap(lambda *y: attention(*(t[None] for t in y))))(*x), ()),
    "gradients": (vmap(grad(loss, (0, 1, 2))), ()),
    "gradients of shared keys": (lambda q, k, v: vmap(grad(loss, (0, 1, 2)), (0, None, None))(q, k[0], v[0]), ()),
    "gradients of biases": (vmap(grad(loss, (0, 1, 2, 3))), ((3, *BIAS),)),
    "gradients of a map": (grad(lambda *x: of_queries(attention)(*x).sin().sum(), (0, 1, 2)), ()),
    "a jacobian": (lambda q, k, v: jacrev(lambda query: attention(query, k[0], v[0]).sum(-1))(q[0]), ()),
}


@pytest.mark.covering(
    "queries with a bias-compiled",
    "gradients of biases-eager",
    in_ci=[
        "gradients of biases-compiled",
        "a jacobian-eager",
        "gradients-compiled",
        "gradients of shared keys-eager",
        "shared heads-compiled",
        "maps of maps-compiled",
        "biases alone-eager",
        "queries that look back-compiled",
        "all operands-compiled",
    ],
)
@pytest.mark.filterwarnings("ignore:There is a performance drop")
@pytest.mark.parametrize("mode", ["compiled", "eager"])
@pytest.mark.parametrize("name", CASES)
def test_mapped_attention_gives_what_the_cpu_gives(device, name, mode):
    function, biases = CASES[name]
    inputs = [make(shape, seed=seed) for seed, shape in enumerate((QUERIES, KEYS, KEYS, *biases))]
    torch._dynamo.reset()
    ours = torch.compile(function, fullgraph=True) if mode == "compiled" else function
    with torch.npu.set_eager_mode("compile"):
        results = ours(*(x.to(device) for x in inputs))
    torch.testing.assert_close(results, function(*inputs), check_device=False, rtol=1e-4, atol=1e-5)
