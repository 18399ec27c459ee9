"""Reading described things (a tournament, a host of bots) from TOML, with errors that name line and key."""

from bots.config.toml import ConfigError, load, parse

__all__ = ["ConfigError", "load", "parse"]
