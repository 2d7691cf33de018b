"""What Inductor computes while it is imported: deferred, or once."""

import re

import pytest
import torch
from npusim.frontend.inductor.replacements.imports import if_there_are_more


def test_a_template_is_compiled_when_it_is_rendered():
    from torch._inductor.codegen.common import KernelTemplate

    torch.compile(lambda x: x + 1)  # applies the patches of tracing
    template = KernelTemplate._template_from_string("{% for each in names %}{{ each }};{% endfor %}")
    assert "_template" not in vars(template)
    assert template.render(names=["a", "b"]) == "a;b;"
    assert "_template" in vars(template)
    wrong = KernelTemplate._template_from_string("one\n{% for each in names %}")
    with pytest.raises(Exception, match=re.escape("Error in template at line 2")):
        wrong.render()


@pytest.mark.slow
def test_products_on_the_cpu_still_have_their_templates():
    with torch._inductor.config.patch(max_autotune=True, max_autotune_gemm_backends="CPP", freezing=True):
        layer = torch.nn.Linear(32, 48).eval()
        given = torch.randn(16, 32)
        with torch.no_grad():
            torch.testing.assert_close(torch.compile(layer)(given), layer(given))


def test_operators_are_looked_up_again_when_there_are_others():
    looks = []
    look = if_there_are_more(lambda: looks.append(len(looks)))
    look()
    looks.clear()
    look()
    assert not looks
    library = torch.library.Library("npusim_test_imports", "DEF")
    library.define("twice(Tensor x) -> Tensor", tags=())
    library.impl("twice", lambda x: x * 2, "CompositeImplicitAutograd")
    look()
    look()
    assert looks == [0]
