"""Templates: operators written as MLIR text with holes.

An operator's author derives from `MLIRTemplate`, or from `TiledTemplate` if the kernel can be mapped in several ways;
its `render` gets an `MLIRTemplateKernel`. The scheduling calls `render_template`, fusion decisions call
`start_template_candidate`.
"""

from npusim.frontend.template.fused_work import EpilogueWork, FusedWork, PrologueWork, fused_work
from npusim.frontend.template.kernel import MLIRTemplateKernel
from npusim.frontend.template.rendering import RenderedTemplate, render_template, start_template_candidate
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
    "start_template_candidate",
    "user_templates",
]
