"""Jagged nested tensors: rows of several lengths, one behind the other."""

import pytest
import torch
import torch.nn.functional as F
from common import check_gradients, main, make

LENGTHS = {"several": [0, 5, 8, 15], "one without rows": [0, 4, 4, 15]}
SHAPES = [(15, 16), (15, 12)]


def jagged(values, offsets):
    return torch.nested.nested_tensor_from_jagged(values, offsets, min_seqlen=0, max_seqlen=11)


def heads(rows):
    return rows.unflatten(-1, (2, -1)).transpose(1, 2)


OPERATORS = {
    "padding": lambda rows, other: rows.to_padded_tensor(0.5),
    "softmax along the lengths": lambda rows, other: rows.softmax(1),
    "attention": lambda rows, other: attention(rows, rows * 2, rows + 1),
    "attention to rows of other lengths": lambda rows, other: attention(rows, other, other.sin()),
}


def attention(query, key, value):
    return F.scaled_dot_product_attention(heads(query), heads(key), heads(value)).transpose(1, 2).flatten(-2)


def run(device, shape, dtype=torch.float32, operator="attention", lengths="several"):
    def program(values, offsets, other_offsets):
        result = OPERATORS[operator](jagged(values, offsets), jagged(values * 0.5, other_offsets))
        return result.values() if result.is_nested else result

    offsets, others = torch.tensor(LENGTHS[lengths]), torch.tensor([0, 3, 9, 15])
    check_gradients(program, make(shape, dtype), offsets, others, device=device)


@pytest.mark.covering("(15, 12)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_shapes(device, shape):
    run(device, shape)


@pytest.mark.covering("padding-one without rows", "softmax along the lengths-one without rows")
@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("operator", OPERATORS)
def test_an_operator_on_jagged_rows(device, operator, lengths):
    run(device, SHAPES[0], operator=operator, lengths=lengths)


@pytest.mark.slow
def test_attention_from_the_front_compares_earlier_rows_only(device):
    values, offsets = make((15, 16)), torch.tensor(LENGTHS["several"])

    def causal(values, offsets):
        query = heads(jagged(values, offsets))
        return F.scaled_dot_product_attention(query, query, query, is_causal=True).transpose(1, 2).flatten(-2)

    got = torch.compile(causal)(values.to(device), offsets.to(device))
    for rows, expected in zip(got.unbind(), values.split([5, 3, 7]), strict=True):
        query = expected.unflatten(-1, (2, -1)).transpose(0, 1)
        expected = F.scaled_dot_product_attention(query, query, query, is_causal=True).transpose(0, 1).flatten(-2)
        torch.testing.assert_close(rows.cpu(), expected)


if __name__ == "__main__":
    main("jagged", run, SHAPES, "(15,64)", "15,N")
