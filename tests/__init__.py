"""The tests; the tree mirrors the packages."""
