"""The operators that docs/adding_an_operator.md defines, without what the page does with them."""

import functools

from code_blocks import ROOT, blocks_of

PAGE = ROOT / "docs" / "adding_an_operator.md"
_DEFINES = ('r"""\n', "@torch.library.custom_op(", "@sample_inputs(")


@functools.cache
def guide() -> dict[str, object]:
    """What the blocks of the page that define operators define."""
    names: dict[str, object] = {"__name__": "guide"}
    for block in blocks_of(PAGE):
        if block.language == "python" and not block.file_name and any(text in block.text for text in _DEFINES):
            exec(compile("\n" * (block.line - 1) + block.text, str(PAGE), "exec"), names)
    return names
