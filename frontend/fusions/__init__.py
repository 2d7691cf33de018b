"""Fusion: which nodes share a kernel, and why others do not (docs/fusion.md).

`switches` are the names of the fusions, each of which can be switched off; `decisions` keeps what was decided and
why; `sharing` answers for pointwise and reduction nodes, `groups` joins nodes to templates, `prologues` moves pointwise
nodes into the templates that read them.
"""
