"""Configuration of the device's code generation, part of the key of Inductor's caches.

Inductor pickles the values of this module into every cache key, so a change of our own sources invalidates cached
graphs. Nothing may be imported into this module's namespace except modules: everything else would be taken for a
configuration entry.
"""

import sys

import npusim.frontend.digests
import npusim.frontend.inductor.core_api

source_digest: str = npusim.frontend.digests.own_sources()

npusim.frontend.inductor.core_api.install_config_module(sys.modules[__name__])
