"""The shapes of events of series, leagues and challenges: `python -m tests.league.stored_shapes` adds what is new.

`stored/OWNER.shapes` tells the fields of each type and schema. Lines are only ever added: they stand for what lies in
installations.
"""

from pathlib import Path

from domain.challenge.state import CHALLENGE_EVENTS
from domain.challenge.tour import TOUR_EVENTS
from domain.league.events import LEAGUE_EVENTS
from domain.series.state import SERIES_EVENTS
from tests.service.stored_events import shape

STORED = Path(__file__).parent / "stored"

OWNERS = {"series": SERIES_EVENTS, "league": LEAGUE_EVENTS, "challenge": CHALLENGE_EVENTS, "tour": TOUR_EVENTS}


def shapes(owner):
    """`TYPE SCHEMA` of each event -> its shape."""
    return {f"{name} {kind.schema}": shape(kind) for name, kind in OWNERS[owner].items()}


def recorded(owner):
    """What the file says."""
    path = STORED / f"{owner}.shapes"
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(tuple(line.split("\t")) for line in lines)


def main():
    for owner in OWNERS:
        known = recorded(owner)
        added = {name: told for name, told in shapes(owner).items() if name not in known}
        lines = [f"{name}\t{told}" for name, told in (known | added).items()]
        (STORED / f"{owner}.shapes").write_text("\n".join(lines) + "\n")
        print(f"{owner}: {len(added)} added")


if __name__ == "__main__":
    main()
