"""scopemap for Pelican."""

__all__ = ["register"]


def register() -> None:
    """Connect the signals; Pelican calls this where the plugin is switched on."""
    # Pelican imports every plugin that is installed, used or not.
    from pelican.plugins.scopemap.plugin import connect  # noqa: PLC0415

    connect()
