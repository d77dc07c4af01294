"""Exact odds of space battles in Eclipse, Twilight Imperium 4 and other games.

>>> import fleetodds
>>> odds = fleetodds.fight("3 interceptors", "ancient")
>>> round(odds.win, 4)
0.4652
>>> fleetodds.compare(["3 interceptors", "a cruiser"], "ancient")[0]["fleet"]
'3 interceptor'

Fleets are typed as in a shell: see docs/typing.md. All functions use all cores, leave the lock of
the interpreter to other threads, and end at Ctrl-C.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from . import _native

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Error",
    "InputError",
    "NoAnswer",
    "Options",
    "Place",
    "Result",
    "batch",
    "blueprints",
    "compare",
    "fight",
    "fleets",
    "improve",
    "sweep",
]
__version__ = version("fleetodds")

# Columns that `batch` adds to a frame.
_COLUMNS = ["win", "draw", "loss", "swing_attacker", "swing_defender", "engine", "error"]
# What switches colours of a terminal.
_STYLE = re.compile("\x1b\\[[0-9;]*m")
# Keys of a fight that is typed; others make it a scenario.
_TYPED = {"attacker", "defender", "rules"}


class Place(NamedTuple):
    """Where an error is: characters `start` to `end` of a text with a name, such as "attacker"."""

    source: str
    text: str
    start: int
    end: int


class Error(Exception):
    """A fight has no result. As a text, it is what the program says, with the place marked."""

    def __init__(
        self, text: str, message: str, place: tuple | None = None, help: str | None = None
    ):
        super().__init__(text)
        #: What is wrong, in one line.
        self.message = message
        #: Where the error is, if it has a place.
        self.place = None if place is None else Place(*place)
        #: How to fix the error, if that is known.
        self.help = help

    def __reduce__(self):
        return type(self), (str(self), self.message, self.place, self.help)


class InputError(Error, ValueError):
    """A fleet, a scenario or a variation is wrong."""


class NoAnswer(Error):
    """The fight is refused, or does not fit the budget."""


class Options(TypedDict, total=False):
    """Options of all functions."""

    #: A rulebook, "2e" or "ti4" for example; by default what the words say, or Eclipse.
    rules: str | None
    #: "auto", "exact", "simulate" or "kernel".
    engine: str | None
    #: Number of battles to simulate, 1 to 10^12.
    battles: int | None
    #: Seed of the dice; the same seed gives the same result on any number of threads.
    seed: int | None
    #: Work that the answer may take: "2s" or "500ms,4GB", for example.
    budget: str | None
    #: Half-width of the 95 % interval at which a simulation stops, as a share.
    precision: float | None
    #: Allows blueprints that break the building rules.
    any_blueprint: bool
    #: Number of threads; by default all cores.
    threads: int | None


class Result(Mapping[str, Any]):
    """The result of a fight: the JSON document of the program, as a mapping.

    `result["sides"][0]["survivors"]` and all else is described by `fleetodds schema result`. In a
    notebook, a result shows its report.
    """

    def __init__(self, answer: _native.Answer):
        self._answer = answer
        self._document: dict[str, Any] | None = None

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document as a dictionary."""
        if self._document is None:
            self._document = json.loads(self._answer.json())
        return self._document

    def __getitem__(self, key: str) -> Any:
        return self.document[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.document)

    def __len__(self) -> int:
        return len(self.document)

    @property
    def wins(self) -> list[float]:
        """Probability of winning, from 0 to 1, of each side in the order of the fight."""
        return [side["win"]["probability"] for side in self["sides"]]

    @property
    def win(self) -> float:
        """Probability that the first side wins."""
        return self.wins[0]

    @property
    def draw(self) -> float:
        """Probability that the battle ends without a winner."""
        return self["draw"]["probability"] + self["standoff"]["probability"]

    @property
    def is_exact(self) -> bool:
        """Whether the odds are exact, not simulated."""
        return "exact" in self["engine"]

    def table(self, width: int | None = None, *, full: bool = True, color: bool = False) -> str:
        """Returns the report of the program for a terminal of this many columns, 60 to 120."""
        columns = width or shutil.get_terminal_size().columns
        text = self._answer.table(columns, full)
        return text if color else _STYLE.sub("", text)

    def markdown(self) -> str:
        """Returns the report in Markdown."""
        return self._answer.markdown()

    def svg(self) -> str:
        """Returns the charts as an SVG image."""
        return self._answer.svg()

    def __str__(self) -> str:
        return self.table(full=False)

    def __repr__(self) -> str:
        sides = ", ".join(
            f"{side['name']} {side['win']['probability']:.2%}" for side in self["sides"]
        )
        return f"<fleetodds.Result {self['rules']}: {sides}, {self['engine']}>"

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.document == other.document

    __hash__ = None


def fight(
    attacker: str | Mapping[str, Any],
    defender: str | None = None,
    **options: Unpack[Options],
) -> Result:
    """Returns the odds of a fight.

    The fight is two typed fleets, or one of: a question ("can 2 cruisers beat an ancient?"), a
    scenario as a dictionary or JSON, a code, a link.

    The options are those of `Options`: `fight("2 cruiser", "gcds", rules="2e")`.

    Raises InputError if a fleet or scenario is wrong, NoAnswer if it does not fit the budget, and
    ValueError if an option is wrong.
    """
    return Result(_native.fight(_asked(attacker, defender), _options(options)))


def batch(
    rows: Any,
    **options: Unpack[Options],
) -> Any:
    """Answers many fights on all cores.

    A list has fights as `fight` takes them: texts, dictionaries, or pairs of fleets. It returns a
    list of results in the same order; a fight without one has its exception in its place.

    A pandas or polars frame has the columns `attacker` and `defender`, and if you like `rules`. It
    returns the frame with the columns `win`, `draw`, `loss`, `swing_attacker`, `swing_defender`
    (the cost that a side destroys less the cost that it loses), `engine` and `error`.

    Odds are exact where that fits the budget; only `battles` adds a check by simulated battles.
    The other options are those of `fight`. Together, the threads share the memory of the budget.
    """
    kind = _frame(rows)
    fights = _fights_of(rows) if kind else list(rows)
    answers = _native.batch([_row(fight) for fight in fights], _options(options))
    results = [
        Result(answer) if isinstance(answer, _native.Answer) else answer for answer in answers
    ]
    if not kind:
        return results
    columns = {name: [_cell(result, name) for result in results] for name in _COLUMNS}
    if kind == "pandas":
        return rows.assign(**columns)
    import polars

    texts = dict.fromkeys(["engine", "error"], polars.String)
    return rows.with_columns(
        polars.Series(name, values, dtype=texts.get(name, polars.Float64))
        for name, values in columns.items()
    )


def compare(
    candidates: Sequence[str],
    enemy: str,
    *,
    side: str | int = "attacker",
    **options: Unpack[Options],
) -> list[dict[str, Any]]:
    """Ranks fleets by their odds of winning against an enemy, the best first.

    Each row has `fleet`, `cost`, `win`, `swing` (the expected cost that the fleet destroys less the
    cost that it loses) with the ends of their 95 % intervals (`win_low`, `win_high`, …), and
    `battles`, 0 if the odds are exact. `side` is the side of the candidates.
    """
    number = _side(side)
    if not candidates:
        return []
    pair = [candidates[0], enemy]
    asked = _asked(*(pair if number == 0 else pair[::-1]))
    return json.loads(_native.rank(asked, number, list(candidates), _options(options)))


def sweep(
    attacker: str | Mapping[str, Any],
    defender: str | None = None,
    *,
    vary: str | Sequence[str],
    side: str | int = "attacker",
    **options: Unpack[Options],
) -> list[dict[str, Any]]:
    """Returns the odds of a side for each value of each variation, such as
    "attacker.interceptor=0..4" or "attacker.play=optimal,cautious".

    Each row has the values under the names of the variations, and figures as those of `compare`.
    """
    variations = [vary] if isinstance(vary, str) else list(vary)
    asked = _asked(attacker, defender)
    return json.loads(_native.sweep(asked, _side(side), variations, _options(options)))


def improve(
    attacker: str | Mapping[str, Any],
    defender: str | None = None,
    *,
    side: str | int = "attacker",
    **options: Unpack[Options],
) -> list[dict[str, Any]]:
    """Returns the odds of a side as it is and after each single change: one ship more, another
    part, a technology. Each row has the `change`, and figures as those of `compare`.
    """
    return json.loads(_native.improve(_asked(attacker, defender), _side(side), _options(options)))


def blueprints(
    attacker: str | Mapping[str, Any],
    defender: str | None = None,
    *,
    ships: str,
    parts: str | Iterable[str] = "",
    side: str | int = "attacker",
    **options: Unpack[Options],
) -> list[dict[str, Any]]:
    """Finds the ten best blueprints for these ships, such as "2 cruiser", in the place of a side.
    They are built from the starting parts and from `parts`. Rows are those of `compare`.
    """
    named = parts if isinstance(parts, str) else ", ".join(parts)
    asked = _asked(attacker, defender)
    return json.loads(_native.blueprints(asked, _side(side), ships, named, _options(options)))


def fleets(
    attacker: str | Mapping[str, Any],
    defender: str | None = None,
    *,
    ships: str,
    cost: float,
    side: str | int = "attacker",
    **options: Unpack[Options],
) -> list[dict[str, Any]]:
    """Finds the ten best fleets of these ships, such as "interceptor + 2 cruiser", that `cost` can
    buy, in the place of a side. A number is the most of these ships. Rows are those of `compare`.
    """
    asked = _asked(attacker, defender)
    return json.loads(_native.fleets(asked, _side(side), ships, float(cost), _options(options)))


def _options(given: Options) -> dict[str, Any]:
    unknown = given.keys() - Options.__annotations__.keys()
    if unknown:
        raise TypeError(f"unknown option {min(unknown)!r}")
    return {**dict.fromkeys(Options.__annotations__), "any_blueprint": False, **given}


def _asked(
    attacker: str | Mapping[str, Any], defender: str | None = None, rules: str | None = None
) -> tuple[str, str | None, str | None]:
    if isinstance(attacker, Mapping):
        if defender is not None:
            raise ValueError("a scenario has both sides: leave out the defender")
        return json.dumps(dict(attacker)), None, None
    return attacker, defender, rules


def _row(row: Any) -> tuple[str, str | None, str | None]:
    if isinstance(row, Mapping) and {"attacker", "defender"} <= row.keys() <= _TYPED:
        if all(isinstance(value, str) for value in row.values()):
            return _asked(row["attacker"], row["defender"], row.get("rules"))
    if isinstance(row, (tuple, list)):
        attacker, defender = row
        return _asked(attacker, defender)
    return _asked(row)


def _side(side: str | int) -> int:
    sides = {"attacker": 0, "defender": 1, 0: 0, 1: 1}
    if side not in sides:
        raise ValueError(f'side {side!r}: expected "attacker" or "defender"')
    return sides[side]


def _frame(rows: Any) -> str | None:
    """Returns the package of a frame, without importing it."""
    package = type(rows).__module__.split(".")[0]
    is_frame = package in ("pandas", "polars") and hasattr(rows, "columns")
    return package if is_frame else None


def _fights_of(frame: Any) -> list[dict[str, str]]:
    columns = list(frame.columns)
    missing = [name for name in ("attacker", "defender") if name not in columns]
    if missing:
        raise ValueError(f"the frame has no column {missing[0]!r}")
    known = [name for name in ("attacker", "defender", "rules") if name in columns]
    values = zip(*(frame[name].to_list() for name in known))
    # An empty cell of `rules` is no rulebook.
    return [
        {
            key: value
            for key, value in zip(known, row)
            if key != "rules" or isinstance(value, str) and value
        }
        for row in values
    ]


def _cell(result: Result | Exception, name: str) -> float | str | None:
    if isinstance(result, Exception):
        return _line(result) if name == "error" else None
    if len(result["sides"]) != 2:
        return "a row has two sides" if name == "error" else None
    attacker, defender = result["sides"]

    def swing(side: dict[str, Any]) -> float:
        return side["cost"]["destroyed"] - side["cost"]["lost"] + 0.0

    return {
        "win": attacker["win"]["probability"],
        "draw": result.draw,
        "loss": defender["win"]["probability"],
        "swing_attacker": swing(attacker),
        "swing_defender": swing(defender),
        "engine": result["engine"],
        "error": None,
    }[name]


def _line(error: Exception) -> str:
    """Returns what is wrong, and how to fix it, in one line."""
    if not isinstance(error, Error):
        return str(error)
    return error.message if error.help is None else f"{error.message}; {error.help}"
