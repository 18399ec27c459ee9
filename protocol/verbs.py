"""Every verb of UGP/1, its arguments and its answer: the one list all else is made from."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from protocol import answers, arguments
from protocol.order import ORDER, Order


class Verb(Struct, frozen=True, kw_only=True):
    """One verb. `main` is the argument that text may give bare.

    `game_options` says that the verb takes game options always; a verb with a context takes them with `game`.
    """

    name: str
    summary: str
    args: type[arguments.Arguments]
    answer: type[answers.Answer] = answers.Empty
    info: type[answers.Answer] | None = None
    main: str | None = None
    game_options: bool = False

    @property
    def context(self) -> bool:
        """Whether the verb takes a context: a session, or a game of its own."""
        return issubclass(self.args, arguments.Context)

    @property
    def order(self) -> Order:
        """Its row in the table of what may follow what."""
        return ORDER[self.name]


_LIST = (
    Verb(
        name="hello",
        summary="who the engine is, what it plays and what it can do; optional",
        args=arguments.HelloArgs,
        answer=answers.HelloAnswer,
    ),
    Verb(
        name="describe",
        summary="the board of a game as data: enough to draw it",
        args=arguments.DescribeArgs,
        answer=answers.DescribeAnswer,
        main="game",
        game_options=True,
    ),
    Verb(
        name="new",
        summary="begin a game in a session, replacing what was there",
        args=arguments.NewArgs,
        answer=answers.NewAnswer,
        main="game",
        game_options=True,
    ),
    Verb(
        name="position",
        summary="set a session to a position and moves from it, in one step or not at all",
        args=arguments.PositionArgs,
        answer=answers.PositionAnswer,
        main="position",
        game_options=True,
    ),
    Verb(
        name="play",
        summary="play moves in a session, all or none",
        args=arguments.PlayArgs,
        answer=answers.PlayAnswer,
        main="moves",
    ),
    Verb(
        name="undo",
        summary="take back plies in a session",
        args=arguments.UndoArgs,
        answer=answers.UndoAnswer,
        main="count",
    ),
    Verb(name="close", summary="forget a session", args=arguments.SessionArgs, main="session"),
    Verb(name="moves", summary="all legal moves", args=arguments.MovesArgs, answer=answers.MovesAnswer),
    Verb(
        name="show",
        summary="the position, drawn and as data",
        args=arguments.ShowArgs,
        answer=answers.ShowAnswer,
    ),
    Verb(
        name="status",
        summary="whose turn it is, or who has won and why",
        args=arguments.StatusArgs,
        answer=answers.StatusAnswer,
    ),
    Verb(
        name="go",
        summary="search for the best move",
        args=arguments.GoArgs,
        answer=answers.GoAnswer,
        info=answers.GoInfo,
    ),
    Verb(
        name="stop",
        summary="end searches early: each answers with the move it has",
        args=arguments.AddressArgs,
        answer=answers.CountAnswer,
        main="request",
    ),
    Verb(
        name="cancel",
        summary="give up a request: it answers `error cancelled`",
        args=arguments.CancelArgs,
        answer=answers.CountAnswer,
        main="request",
    ),
    Verb(
        name="ponderhit",
        summary="the predicted move was played: the limits of the search run from now",
        args=arguments.PonderhitArgs,
        answer=answers.CountAnswer,
        main="request",
    ),
    Verb(
        name="options",
        summary="the settings: type, default, range and value now",
        args=arguments.OptionsArgs,
        answer=answers.OptionsAnswer,
    ),
    Verb(name="set", summary="change settings", args=arguments.SetArgs, answer=answers.SetAnswer),
    Verb(name="clear", summary="forget everything searches have learnt", args=arguments.NoArgs),
    Verb(
        name="eval",
        summary="the static score of the position, without search",
        args=arguments.EvalArgs,
        answer=answers.EvalAnswer,
    ),
    Verb(
        name="perft",
        summary="count the leaves of the move tree",
        args=arguments.PerftArgs,
        answer=answers.PerftAnswer,
        main="depth",
    ),
    Verb(name="ping", summary="a sign of life", args=arguments.NoArgs),
    Verb(name="quit", summary="stop everything and end", args=arguments.NoArgs),
)

VERBS: Mapping[str, Verb] = MappingProxyType({verb.name: verb for verb in _LIST})
