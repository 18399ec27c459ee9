"""One suite over every game, and the rules' known numbers and games."""
