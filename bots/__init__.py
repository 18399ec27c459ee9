"""Bots, and the tools that set them against each other: clients of the protocol, with no part in the engine."""
