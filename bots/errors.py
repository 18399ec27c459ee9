"""What a command tells a person when it cannot go on."""


class CommandError(Exception):
    """The command cannot do what was asked: one line for the person, and an exit code for the script.

    `message` says what is wrong and, where something can be done about it, `hint` what to do next.
    Codes: 1 it failed, 2 it was called wrongly (typer's own code for that), 3 an engine failed.
    """

    def __init__(self, message: str, hint: str = "", code: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class UsageError(CommandError):
    """The command was called wrongly."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint, code=2)
