"""The engine process: argv, transport, commands, sessions, core."""
