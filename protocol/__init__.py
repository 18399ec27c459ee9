"""The Universal Game Protocol, UGP/1: messages, both encodings, the connection. No game, no engine, no I/O."""
