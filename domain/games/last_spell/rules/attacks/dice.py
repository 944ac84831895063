"""Defence dice (chapter 6, LS-DIE): what a monster's own dice say of an attack."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from domain.games.last_spell.state import LastSpellRun


def roll(run: LastSpellRun, dice: Iterable[str]) -> tuple[str, ...]:
    """The faces that a monster's dice show (LS-DIE-1): blue before orange, two of a colour together."""
    colours = tuple(dice)
    faces: list[str] = []
    for colour in sorted(set(colours)):
        faces += run.roll(colour, run.state.content.dice[colour], colours.count(colour))
    return tuple(faces)


def is_hit(faces: Iterable[str], effects: Collection[str]) -> bool:
    """Whether the attack hits: with two dice only if both are hits (LS-DIE-6)."""
    return all(_face_hits(face, effects) for face in faces)


def shows_stun(faces: Iterable[str]) -> bool:
    """Whether every die bears the stun symbol, whatever else it shows (LS-DIE-7)."""
    return all(face.endswith("-stun") for face in faces)


def cursed(dice: tuple[str, ...], curse: str | None, die: str | None) -> tuple[str, ...]:
    """The dice with which a cursed monster defends (LS-FX-cursed-1).

    One die takes the colour `curse`; of two the one of colour `die` does, or if none is named the one that is of
    another colour.
    """
    if curse is None:
        return dice
    if len(dice) == 1:
        return (curse,)
    replaced = die if die is not None else next((colour for colour in dice if colour != curse), curse)
    if replaced not in dice:
        return dice
    at = dice.index(replaced)
    return tuple(sorted((*dice[:at], curse, *dice[at + 1 :])))


def _face_hits(face: str, effects: Collection[str]) -> bool:
    """A hit (LS-DIE-2), a miss (LS-DIE-3), or hit only by an attack that is inevitable (LS-DIE-4,
    LS-FX-inevitable-1) or pierces armour (LS-DIE-5, LS-FX-armor-piercing-1)."""
    match face:
        case "hit" | "hit-stun":
            return True
        case "dodge-stun":
            return "inevitable" in effects
        case "armor-stun":
            return "armor-piercing" in effects
        case _:
            return False
