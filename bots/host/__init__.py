"""A host that puts bots at tables and keeps them there."""
