"""The Universal Game Protocol, UGP/1: messages, both encodings, the connection, the client."""
