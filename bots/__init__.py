"""Bots, and the tools that set them against each other: clients of the protocol, no part of the engine."""
