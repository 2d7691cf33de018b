"""All that npusim takes from torch's private parts, and all that it changes in them. Checked with torch 2.13.0.

Private names are imported from one of three modules, by the cost of importing them:

- `core_api`: loaded by `import torch` anyway;
- `tracing_api`: Dynamo, loaded when a program is compiled;
- `api`: Inductor's compiler, loaded when a graph is compiled.

`patches` is the table of replaced parts of torch, `torch_version` the version that both were checked with. The other
modules add to Inductor's graphs what several operator families need. docs/torch_upgrade.md tells how an upgrade goes.
"""

import torch as torch  # first: torch imports `core_api` itself, which must not be half imported then
