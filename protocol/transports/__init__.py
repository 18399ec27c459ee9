"""Transports: the only I/O of the protocol. They move bytes (or messages) and know no verb."""
