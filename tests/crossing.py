"""What one posted move crosses: files and functions of the program, and how often JSON is written and read for it.

`python -m tests.crossing` plays a few moves of Nightfall against nobody through the WSGI application of an installation
of its own, and counts the last. `--tell` lists what was crossed.
"""

import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from service.app.application import create_app
from tests.installation import install

ROOT = Path(__file__).parent.parent

ROOMS = ("client", "domain", "projections", "service", "workers")

WARMING_UP = 3
"""Moves that are made before: what is read once in the life of a process is not of a move."""

ENCODINGS = ("Encoder.encode", "JSONEncoder.encode", "json_encode")

DECODINGS = ("Decoder.decode", "JSONDecoder.decode", "json_decode")


@dataclass
class Crossing:
    """Files, functions, and from where how often JSON was written and read."""

    files: set[str] = field(default_factory=set)
    functions: set[tuple[str, str]] = field(default_factory=set)
    encodings: Counter[str] = field(default_factory=Counter)
    decodings: Counter[str] = field(default_factory=Counter)

    def seen(self, frame, happened, argument):
        """A profiler's callback."""
        if happened == "call":
            code = frame.f_code
            if (place := _place(code)) is not None:
                self.files.add(place)
                self.functions.add((place, code.co_qualname))
            elif code.co_qualname in ("JSONEncoder.encode", "JSONDecoder.decode"):
                self._count(code.co_qualname, frame.f_back)
        elif happened == "c_call" and "msgspec" in (argument.__module__ or type(argument.__self__).__module__):
            self._count(argument.__qualname__, frame)

    def _count(self, called, frame):
        while frame is not None and _place(frame.f_code) is None:
            frame = frame.f_back
        where = "elsewhere" if frame is None else f"{_place(frame.f_code)}:{frame.f_code.co_qualname}"
        if called in ENCODINGS:
            self.encodings[where] += 1
        elif called in DECODINGS:
            self.decodings[where] += 1


def _place(code):
    """The file of a function of the program, from its root; None for any other code."""
    path = Path(code.co_filename)
    if not path.is_relative_to(ROOT):
        return None
    place = path.relative_to(ROOT)
    return str(place) if place.parts[0] in ROOMS else None


def crossing(home):
    """What a move crosses, and how many events it has brought about."""
    services = install(home)
    services.heartbeat.beat()  # A web gives it every second, and knows for as long how it was given last.
    app = create_app(services)
    client = app.test_client()
    token = client.post("/api/v1/accounts", json={"name": "ann"}).json["token"]
    headers = {"Authorization": f"Bearer {token}"}
    new = {"game": "nightfall", "seats": [{"account": "me"}] * 2, "rated": False}
    game = client.post("/api/v1/games", json=new, headers=headers).json
    for number in range(WARMING_UP + 1):
        if not game["legal"]:
            game = client.get(f"/api/v1/games/{game['id']}", headers=headers).json
        found, answer = Crossing(), None
        move = json.dumps({"action": game["legal"][0], "decision": game["decision"]})
        address = f"/api/v1/games/{game['id']}/actions?seat={game['seat']}"
        if number == WARMING_UP:
            sys.setprofile(found.seen)
        try:
            answer = client.post(address, data=move, headers=headers, content_type="application/json")
        finally:
            sys.setprofile(None)
        assert answer.status_code == 200, answer.text
        game = answer.json["game"]
    services.close()
    return found, len(answer.json["events"])


def main(told):
    with TemporaryDirectory() as folder:
        found, events = crossing(Path(folder) / "home")
    counted = {
        "files": len(found.files),
        "functions": len(found.functions),
        "encodings": found.encodings.total(),
        "decodings": found.decodings.total(),
        "events": events,
    }
    print(json.dumps(counted))
    if told:
        for kind in counted.keys() - {"events"}:
            for one in sorted(getattr(found, kind)):
                count = getattr(found, kind)[one] if kind.endswith("codings") else ""
                print(f"  {kind} {count} {one}")


if __name__ == "__main__":
    main("--tell" in sys.argv[1:])
