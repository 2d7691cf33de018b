"""Registers the products of sparse compressed matrices in eager mode (`sparse`)."""

import torch
from npusim.frontend.device.operators.sparse import take_over

aten = torch.ops.aten

take_over(aten.mm.default, aten.addmm.default, aten.mv.default, aten.addmv.default)
