"""The command ``npusim``."""

import sys


def main() -> None:
    """Entry point of ``npusim``."""
    try:
        from npusim.frontend.cli.app import main as app_main
        from npusim.simulator.system.processes import skip_last_collections
    except KeyboardInterrupt:  # Ctrl-C while the commands are being loaded
        sys.stderr.write("npusim: interrupted\n")
        sys.exit(130)

    skip_last_collections()
    app_main()
