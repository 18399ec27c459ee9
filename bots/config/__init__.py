"""Reading described things (a tournament, a host of bots) from TOML, with errors that name line and key."""

from bots.config.lines import Path
from bots.config.toml import ConfigError, dotted, load, located, parse

__all__ = ["ConfigError", "Path", "dotted", "load", "located", "parse"]
