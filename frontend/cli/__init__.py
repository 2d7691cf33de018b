"""The command ``npusim``."""


def main() -> None:
    """Entry point of ``npusim``."""
    from npusim.frontend.cli.app import main as app_main

    app_main()
