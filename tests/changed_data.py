"""Data files as later releases bring them: more of everything, less of something, other numbers and other words."""

import re


def entry(text, table, name):
    """The entry of a list of tables with this id, up to the empty line after it."""
    start = text.rindex(f"[[{table}]]", 0, text.index(f'\nid = "{name}"') + 1)
    return text[start : text.index("\n\n", start) + 2]


def replaced(text, old, new):
    """The text with one thing changed, which is there."""
    assert old in text, old
    return text.replace(old, new, 1)


def one_more(text, table, name, number):
    """The text in which this number of an entry is one more."""
    old = entry(text, table, name)
    new = re.sub(rf"^({number} = )(\d+)", lambda found: f"{found[1]}{int(found[2]) + 1}", old, flags=re.MULTILINE)
    assert new != old, number
    return replaced(text, old, new)


def twin(text, table, name, new_id, **renamed):
    """The text with one more entry, which is like another but for its id and some words."""
    old = entry(text, table, name)
    new = replaced(old, f'id = "{name}"', f'id = "{new_id}"')
    for word, other in renamed.items():
        new = new.replace(word, other)
    return replaced(text, old, old + new)


def drafted(text, more):
    """The text in which every edition says that it has so many more cards to draft."""
    return re.sub(
        r"^(fr|de|pl) = (\d+)$", lambda found: f"{found[1]} = {int(found[2]) + more}", text, flags=re.MULTILINE
    )


def one_line_of_text(text):
    """Nightfall with one line more on Vulko, and a comment."""
    old = entry(text, "card", "vulko")
    told = replaced(old, "\nin_play = ", '\nchain = "It howls."\nin_play = ')
    return replaced(text, old, replaced(told, "provenance = { ", 'provenance = { chain = "faq", ')) + "# Vulko howls.\n"


def a_card_more(text):
    """Nightfall with Cold Snap, an action like Blood Rage that costs nothing, and a line of text more."""
    text = drafted(twin(text, "card", "blood-rage", "cold-snap", Blood="Cold", Rage="Snap"), 1)
    dear = entry(text, "card", "cold-snap")
    return one_line_of_text(replaced(text, dear, re.sub(r"^cost = \d+", "cost = 0", dear, flags=re.MULTILINE)))


def a_card_less(text):
    """Nightfall without Team Takedown."""
    return drafted(replaced(text, entry(text, "card", "team-takedown"), ""), -1)


def a_tile_more(text):
    """When Darkness Comes with a tile like the library; athletics costs one point more."""
    text = twin(text, "tile", "library", "archive", Library="Archive")
    text = replaced(text, "\ntiles = 15\n", "\ntiles = 16\n")
    return one_more(text, "skill", "athletics", "cost") + "# A new tile.\n"


def a_monster_more(text):
    """The Last Spell with a monster like the clawer, which has one more life point; a ballista costs more."""
    ballista = entry(text, "defense", "ballista")
    text = replaced(text, ballista, replaced(ballista, "cost = { material = 3 }", "cost = { material = 4 }"))
    text = one_more(text, "monster", "clawer", "health")
    return twin(text, "monster", "clawer", "mauler", Clawer="Mauler", Griffeur="Broyeur") + "# A new monster.\n"
