"""A person against a player in a terminal."""
