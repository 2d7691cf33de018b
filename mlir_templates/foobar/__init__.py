"""The smallest family: one template for `aten._foobar`. See docs/adding_an_operator.md."""
