"""Templates: operators written as MLIR text with holes.

`MLIRTemplate` is what an operator's author derives from, `TiledTemplate` where its kernel can be mapped in
several ways, `MLIRTemplateKernel` what its `render` gets,
`render_template` what the scheduling calls, `template_candidate_cycles` what decides about fusions.
"""

from npusim.frontend.template.fused_work import EpilogueWork, FusedWork, PrologueWork, fused_work
from npusim.frontend.template.kernel import MLIRTemplateKernel
from npusim.frontend.template.rendering import RenderedTemplate, render_template, template_candidate_cycles
from npusim.frontend.template.template import MLIRTemplate, MLIRTemplateBuffer, TemplateCaller, user_templates
from npusim.frontend.template.tiled import TiledTemplate

__all__ = [
    "EpilogueWork",
    "FusedWork",
    "MLIRTemplate",
    "MLIRTemplateBuffer",
    "MLIRTemplateKernel",
    "PrologueWork",
    "RenderedTemplate",
    "TemplateCaller",
    "TiledTemplate",
    "fused_work",
    "render_template",
    "template_candidate_cycles",
    "user_templates",
]
