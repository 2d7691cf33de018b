"""Template text: undefined names are errors, rendered lines know their template line."""

import pytest
from npusim.frontend.template.text import TemplateText, unmarked
from npusim.simulator.errors import KernelError


def rendered(source, **options):
    return unmarked(TemplateText(source, "MyTemplate").render(**options))


def test_every_rendered_line_knows_its_template_line():
    text = rendered("\nfunc {\n  {{ two }}\n{% if yes %}\n  c\n{% endif %}\n}\n", two="a\nb", yes=True)
    assert text.text == "func {\n  a\n  b\n  c\n}\n"
    assert text.template_lines == (2, 3, 3, 5, 7)


def test_loops_render_the_same_template_line_many_times():
    text = rendered("{% for i in range(3) %}\nline {{ i }}\n{% endfor %}\nend", yes=True)
    assert text.template_lines == (2, 2, 2, 4)


def test_trimmed_line_breaks_are_not_swallowed_by_marks():
    assert rendered("a {%- if yes -%}\n b\n{%- endif %}\nc", yes=True).text == "ab\nc\n"


def test_tags_may_span_lines():
    text = rendered("x {{ f(1,\n  2) }}\ny", f=lambda a, b: a + b)
    assert text.text == "x 3\ny\n"
    assert text.template_lines == (2, 3)


def test_lines_are_indented_by_braces():
    assert rendered("a {\nb {\nc\n} {npu.parallel}\n}").text == "a {\n  b {\n    c\n  } {npu.parallel}\n}\n"


def test_an_undefined_name_is_an_error_with_template_and_line():
    with pytest.raises(
        KernelError,
        match=r"template MyTemplate, template line 2: \{\{ missing \}\}: 'missing' is undefined.*render_options",
    ):
        rendered("a\n{{ missing }}")


def test_a_syntax_error_is_an_error_with_template_and_line():
    with pytest.raises(KernelError, match="template MyTemplate, template line 2"):
        rendered("a\n{{ broken")


def test_lines_outside_of_the_text_have_no_template_line():
    text = rendered("a")
    assert [text.template_line(line) for line in (None, 0, 1, 2)] == [None, None, 1, None]
