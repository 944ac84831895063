"""How the answers of The Last Spell lie on its table: squares of the board, pieces, the techniques of a hero."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.contract.game import Json
from domain.games.last_spell.drawing import LastSpellDrawing, Square, Struck
from domain.log.canon import canonical
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.choices import Guide, Step
from service.web.tables.last_spell_pieces import Piece, pieces_on

AIMED = ("attack", "read", "fire")

IDLE = {
    "attacked": "Your hero has attacked in this turn.",
    "used": "It cannot be used again before the monsters have moved.",
    "price": "Your hero cannot pay for it now.",
    "nobody": "Nobody whom it could hit is in its reach.",
}
"""Why a technique or scroll cannot be used, in words."""

SHORT = {
    "end_turn": "End the turn, act again later",
    "pass": "Done for this round: no more turns",
    "ready": "Ready: change nothing more",
    "keep": "Let the miss stand",
    "stop": "Stop the attack here",
}
"""Verb -> what its button says."""

DOES = {
    "end_turn": "The next hero plays, and you come again in this round. Movement points that are left are lost.",
    "pass": "You do nothing more until the monsters have moved and attacked. This is final.",
    "protect": "It costs an action token. The next damage to your hero in the monsters' part is 1 less.",
    "spend": "The token is used until the next round. Movement points left at the end of the turn are lost.",
    "use": "The card then lies sideways: it cannot be used again until something turns it back.",
    "accept": "The damage lands. No card is used.",
}
"""Verb -> what it does and what of it is final."""

NAMED = ("value", "monster", "target", "tower", "portal")
"""Arguments that name a piece."""


class LastSpellGuide(Guide):
    """Reads the table of who must decide."""

    def __init__(self, view: Game, names: Names) -> None:
        super().__init__(names.catalogue)
        self._names = names
        self._drawing: LastSpellDrawing = names.drawing(view.table or {})
        self._pieces: Mapping[str, Piece] = pieces_on(view.table or {}, self._drawing)
        asked = (view.pending or {}).get(view.seat)
        self._asked: Mapping[str, Json] = {} if asked is None else asked.details
        self._may_attack = asked is not None and "attack" in asked.verbs
        self._struck: dict[bytes, Sequence[Struck]] = {}

    def steps(self, action: Mapping[str, Json]) -> list[Step] | None:
        """What is used, then the squares and pieces that it is used on; None for a shot that strikes no enemy."""
        if is_aimed(action) and not self._enemies(action):
            return None
        return [*self._means(action), *self._ends(action)]

    def follows(self, verb: str, value: Json) -> Sequence[str]:
        """Whom an attack strikes, with what chance; what else an answer does that its name does not say."""
        if is_aimed(value):
            return [self._told(one, value) for one in self._all_struck(value)]
        return [self.catalogue.told(DOES[verb])] if verb in DOES else ()

    def badge(self, verb: str, value: Json) -> str:
        """The chance to hit; of several enemies their number and the best chance."""
        if not is_aimed(value) or value.get("curse"):
            return ""
        chances = [one.percent for one in self._enemies(value)]
        percent = f"{max(chances, default=0)}\u00a0%"
        return percent if len(chances) < 2 else f"{len(chances)}× {percent}"

    def bars(self) -> Mapping[str, str]:
        """Why a technique or scroll is not lit, in the turn of a hero of the seat."""
        if not self._may_attack:
            return {}
        return {tool_thing(named): self.catalogue.told(IDLE[why]) for named, why in self._drawing.idle().items()}

    def called(self, action: Mapping[str, Json], listed: str) -> str:
        """Without the coordinates of squares that are lit: the last step is one."""
        match action:
            case {"type": "move"}:
                return self.catalogue.told("Go there")
            case {"type": "attack", "weapon": weapon, "technique": technique, "at": at} if at:
                about = {"weapon": weapon, "technique": technique}
                return self._names.filled("{weapon}: {technique}", about)
            case {"type": "fire", "defence": defence}:
                return self._names.filled("Let {defence} shoot there", {"defence": defence})
            case {"type": "read", "scroll": scroll, "at": at} if at:
                return self._names.filled("Read {scroll} there", {"scroll": scroll})
            case {"type": "use", "card": card}:
                return self._used(card)
            case {"type": "protect"}:
                about = {"cost": self._drawing.protect_cost, "number": self._drawing.protect_reduces}
                return self._names.filled("Protect: {cost:action|actions}, next hit {number} less", about)
            case {"type": "accept"}:
                return self._accepted()
            case {"type": verb} if verb in SHORT:
                return self.catalogue.told(SHORT[verb])
            case {"type": "place"}:
                return self.catalogue.told("Stand there")
            case {"type": "build", "kind": kind}:
                return self._names.filled("Build {kind} there", {"kind": kind})
        return listed

    def _used(self, card: str) -> str:
        """What of the damage that is asked about a card lets through."""
        number, amount = self._drawing.reduced_by(card), self._asked.get("amount")
        if not isinstance(amount, int):
            return self._names.filled("{card}: {number} damage less", {"card": card, "number": number})
        about: dict[str, Json] = {"card": card, "left": max(amount - number, 0), "amount": amount}
        return self._names.filled("Use {card}: take {left} of {amount} damage", about)

    def _accepted(self) -> str:
        """What is left of the hero that takes the damage it is asked about."""
        piece, amount = self._pieces.get(str(self._asked.get("hero"))), self._asked.get("amount")
        if piece is None or not isinstance(amount, int):
            return self.catalogue.told("Accept")
        about: dict[str, Json] = {"amount": amount, "left": max(piece.left - amount, 0), "full": piece.full}
        return self._names.filled("Take {amount} damage: {left} of {full} life left", about)

    def _told(self, struck: Struck, action: Mapping[str, Json]) -> str:
        piece = self._pieces[struck.name]
        about = {"name": piece.name, "left": piece.left, "full": piece.full, "damage": struck.damage}
        if piece.layer == "hero":
            return self._names.filled("{name} stands in the way: {damage} damage, without a throw.", about)
        if action.get("curse"):
            return self._names.filled("{name}, {left} of {full} life: {damage} damage if it is hit.", about)
        about["percent"] = struck.percent
        return self._names.filled("{name}, {left} of {full} life: hit with {percent} %, for {damage} damage.", about)

    def _enemies(self, action: Mapping[str, Json]) -> Sequence[Struck]:
        return [one for one in self._all_struck(action) if self._pieces[one.name].layer != "hero"]

    def _all_struck(self, action: Mapping[str, Json]) -> Sequence[Struck]:
        key = canonical(action)
        if key not in self._struck:
            self._struck[key] = self._drawing.struck_by(action)
        return self._struck[key]

    def _standing(self, squares: Sequence[Square]) -> list[str]:
        return [piece.name for piece in self._pieces.values() if any(square in piece.at for square in squares)]

    def _means(self, action: Mapping[str, Json]) -> Iterator[Step]:
        match action:
            case {"weapon": weapon, "technique": technique}:
                name = f"{self._names.say(weapon)}: {self._names.say(technique)}"
                yield Step(f"technique/{weapon}/{technique}", name)
            case {"scroll": scroll}:
                yield Step(f"scroll/{scroll}", self._names.say(scroll))
            case {"defence": defence}:
                yield self._piece(defence)
            case {"type": "hero", "hero": hero}:
                yield Step(f"profile/{hero}", self._names.say(hero))
            case {"type": "spend", "value": value}:
                name = self._names.filled("{value:movement point|movement points}, a square each", {"value": value})
                yield Step(f"token/{value}", name)

    def _ends(self, action: Mapping[str, Json]) -> Iterator[Step]:
        if path := action.get("path"):
            yield self._square(tuple(path[-1]))
        for argument in ("to", "at"):
            if at := action.get(argument):
                yield from map(self._square, points_of(at))
        if "weapon" in action and action.get("hero"):
            yield self._piece(action["hero"])
        for argument in NAMED:
            if (name := str(action.get(argument))) in self._pieces:
                yield self._piece(name)

    def _square(self, at: Square) -> Step:
        x, y = at
        standing = self._standing([at])
        name = self._names.say(standing[-1]) if standing else self.catalogue.told("a free square")
        return Step(f"square/{x}/{y}", name)

    def _piece(self, name: str) -> Step:
        return Step(f"piece/{name}", self._names.say(name))


def is_aimed(answer: Json) -> bool:
    """Whether an answer is a shot at squares; a value of a list is none."""
    return isinstance(answer, Mapping) and answer["type"] in AIMED and bool(answer.get("at"))


def tool_thing(named: Sequence[str]) -> str:
    """The thing that stands for what is aimed: `(weapon, technique)`, `(scroll,)` or `(defence,)`."""
    match named:
        case (weapon, technique):
            return f"technique/{weapon}/{technique}"
        case (one,) if "/" in one:
            return f"piece/{one}"
    return f"scroll/{named[0]}"


def points_of(at: Json) -> list[Square]:
    """The squares that are aimed at: one `[x, y]`, or several of them."""
    points = at if isinstance(at[0], list) else [at]
    return [(x, y) for x, y in points]


def square_of(thing: str) -> Square | None:
    """The square that a thing is; None for any other thing."""
    kind, _, place = thing.partition("/")
    x, _, y = place.partition("/")
    return (int(x), int(y)) if kind == "square" else None


def guide(view: Game, names: Names) -> Guide:
    """How the answers of who must decide lie on the table."""
    return LastSpellGuide(view, names)
