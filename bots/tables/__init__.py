"""The referee of the tables on a bus, and what players and spectators need there."""
