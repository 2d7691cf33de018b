def autoload() -> None:
    """Placeholder until the device lands."""
