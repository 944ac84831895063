"""The film of a game as the replay plays it: where it can go from a version, and the strip of its marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import url_for

from domain.records.film import Film

WIDTH = 1000
"""How wide a strip is drawn, in units of its own."""


@dataclass(frozen=True)
class Look:
    """How a game is looked at again: through whose eyes, whether all of it may be told, and which story is played.

    `story` is the version after which that begins; None where the whole game is played.
    """

    game_id: str
    seat: str | None
    spoilers: bool
    story: int | None

    def to(self, at: int) -> str:
        """The address of a version, looked at in the same way."""
        return f"{url_for('pages.replay.show', game_id=self.game_id)}?{urlencode({'at': at, **self.fields})}"

    @property
    def fields(self) -> dict[str, str]:
        """What an address says of it beside the version."""
        asked = {"seat": self.seat, "spoilers": None if self.spoilers else "no", "story": self.story}
        return {name: str(value) for name, value in asked.items() if value is not None}


@dataclass(frozen=True)
class Jump:
    """The next one of a sort of turns or landmarks, None after the last; `lane` is its place on the strip, from 1."""

    kind: str
    lane: int
    version: int | None


@dataclass(frozen=True)
class Strip:
    """What stands over the slider: where turns and lesser marks begin, and the landmarks of each lane, as lines."""

    turns: str
    phases: str
    lanes: Sequence[str]


@dataclass(frozen=True)
class Reel:
    """What can be gone to from a version: the scene that is played next, and the jumps; `strip` shows all of it.

    Of a game that is told without what comes, there are neither jumps nor a strip.
    """

    next: int | None
    jumps: Sequence[Jump]
    strip: Strip | None


def reel_of(film: Film, at: int, last: int, look: Look, story: Sequence[int]) -> Reel:
    """The reel at a version; of a story only its own scenes are played."""
    scene = film.scene_after(at) if look.story is None else next((one for one in story if one > at), None)
    if not look.spoilers:
        return Reel(scene, (), None)
    jumps = [Jump(kind, lane, version) for lane, (kind, version) in enumerate(film.jumps(at))]
    return Reel(scene, jumps, _strip(film, last, [jump.kind for jump in jumps if jump.kind != "turn"]))


def _strip(film: Film, last: int, kinds: Sequence[str]) -> Strip:
    turns = [mark.version for mark in film.marks if mark.mark == "turn"]
    phases = [mark.version for mark in film.marks if mark.mark != "turn"]
    height = 30 // max(1, len(kinds))
    lanes = [
        _lines([mark.version for mark in film.landmarks if mark.mark == kind], last, 10 + at * height, height - 2)
        for at, kind in enumerate(kinds)
    ]
    return Strip(_lines(turns, last, 0, 9), _lines(phases, last, 5, 4), lanes)


def _lines(versions: Sequence[int], last: int, top: int, height: int) -> str:
    """Upright lines at these versions, as a path."""
    across = WIDTH / max(1, last - 1)
    return "".join(f"M{round((version - 1) * across, 1):g} {top}v{height}" for version in dict.fromkeys(versions))
