"""The tables: where players meet over a bus and a referee keeps the game. Declarations and topics, no I/O."""
