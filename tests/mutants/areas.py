"""The areas whose tests are tried: what is altered, and the tests that should notice."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Area(NamedTuple):
    """Patterns of the files that are altered, and the tests to choose from; both from the root of the repository.

    `without` are beginnings of the ids of those that are left out: they take long for what they find there (whole
    games, played and replayed), or look at something else.
    """

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...] = ()

    def files(self) -> Iterator[Path]:
        """The files that are altered, sorted."""
        yield from sorted({file for pattern in self.sources for file in ROOT.glob(pattern)})


def _in(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}.py" for name in names)


CASES = {"nightfall": "nf-", "darkness": "wd-", "last_spell": "ls-"}
"""With what the ids of a game's rule cases begin."""

GOLDEN = (
    "tests/domain/records/test_golden_games.py"
    "::test_a_golden_game_is_folded_to_its_head_and_decided_again_to_the_same_events"
)
"""Each golden game, decided again."""

PLAYED = ("bots", "greedy", "market", "perft", "questions", "random_games", "rich_tables")
"""Tests of a game that play or replay whole games."""


def _rules(game: str, played: tuple[str, ...] = PLAYED) -> Area:
    """What decides and what happens in a game; how it is shown, sampled and played by bots is not its rules.

    Of its tests those that are `played` are left out.
    """
    parts = ("rules/**/*.py", "events/**/*.py", "setup.py", "steps.py", "outcome.py")
    others = [(name, begin) for name, begin in CASES.items() if name != game]
    cases = (f"tests/test_rule_cases.py::test_rule_case[{begin}" for _, begin in others)
    golden = (f"{GOLDEN}[{name.replace('_', '-')}/" for name, _ in others)
    return Area(
        tuple(f"domain/games/{game}/{part}" for part in parts),
        ("tests/test_rule_cases.py", f"tests/domain/games/{game}", GOLDEN),
        (*_in(f"tests/domain/games/{game}", *(f"test_{name}" for name in played)), *cases, *golden),
    )


LONG = ("nightfall", "darkness", "last-spell", "oh-hell")
"""Games that take long to be looked at again and again; those of pig are as good for that."""

FORGED = "tests/verifier/test_forgeries.py::test_every_kind_is_judged_by_both_as_the_page_says"
SPOILT = "tests/verifier/test_mutations.py::test_spoilt_records_are_refused"
BOTH_CHECKERS = ("chains", "forged_receipts", "forgeries", "guards", "named", "shared_seeds")
SEATED = ("absence", "membership", "open_games", "operators", "seats_taken")
SNAPSHOTS = "tests/domain/table/test_snapshot.py"

AREAS = {
    "nightfall": _rules("nightfall"),
    "darkness": _rules("darkness"),
    "last-spell": _rules("last_spell", played=("bots",)),
    "log": Area(
        ("domain/log/*.py",),
        (
            *("tests/domain/log", "tests/domain/table"),
            *_in("tests/verifier", "test_chains", "test_guards", "test_shared_seeds", "test_vectors"),
            GOLDEN,
        ),
        (SNAPSHOTS, *(f"{GOLDEN}[{game}/" for game in LONG[1:])),
    ),
    "standings": Area(
        _in("domain/league", "standings", "sheet", "sheets", "points", "results", "breakdown"), ("tests/domain/league",)
    ),
    "tie-breaks": Area(("domain/league/tiebreaks/*.py",), ("tests/domain/league",)),
    "audit": Area(
        ("domain/audit/*.py",),
        (
            "tests/domain/audit",
            "tests/domain/league/test_audit.py",
            *_in("tests/service", "challenges/test_challenge_groups", "characters/test_character_records"),
            "tests/service/cli/test_audit_command.py",
            *_in("tests/verifier", *(f"test_{name}" for name in BOTH_CHECKERS)),
            *_in("tests/domain", "characters/test_characters", "log/test_journal", "series/test_series"),
            *("tests/service/store/test_data_that_changes.py", GOLDEN),
        ),
        (*(f"{FORGED}[{game}" for game in LONG), *(f"{GOLDEN}[{game}/" for game in LONG[1:])),
    ),
    "verifier": Area(
        ("verifier/*.py",),
        ("tests/verifier",),
        (
            *("tests/verifier/test_javascript.py", *(f"{FORGED}[{game}" for game in LONG)),
            *(f"{SPOILT}[{name}" for name in ("a prefix", *LONG)),
        ),
    ),
    "clocks": Area(
        (
            *_in("domain/table/rules", "absence", "clock", "deadlines"),
            *_in("service/games/timing", "clockwork", "due", "expiry", "reckoning"),
        ),
        (
            *("tests/domain/table", "tests/service/games/timing"),
            *_in("tests/service/games", "test_absence", "test_open_games", "test_operators_clocks"),
            "tests/service/store/test_unreadable.py",
        ),
        (SNAPSHOTS,),
    ),
    "delayed-answers": Area(
        ("service/games/timing/delayed.py", "domain/contract/facets/delayed_answers.py"),
        ("tests/service/games/timing", *(f"tests/service/{part}/games/test_held.py" for part in ("api", "web"))),
    ),
    "membership": Area(
        ("domain/table/members.py", "domain/table/rules/seating.py", "service/games/seats/*.py"),
        (
            "tests/domain/table",
            *_in("tests/service/games", *(f"test_{name}" for name in SEATED)),
            *("tests/service/games/ledger/test_opening.py", "tests/service/api/games/test_invitations.py"),
        ),
        (SNAPSHOTS,),
    ),
}
