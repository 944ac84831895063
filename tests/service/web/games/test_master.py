"""What a seat does without being asked: words at any table, and a whole chapter that a game master plays by forms."""

import re
from html import unescape

import pytest

from domain.contract.chance import Stream
from tests.service.web.tables.test_darkness import answered

ME, OPEN = {"account": "me"}, {"open": True}
MOST_ANSWERS = 250


def doing(page, verb):
    """The form of a verb that is open at any time."""
    return next(form for form in page.forms if form.action.endswith("/unasked") and form.fields["verb"] == verb)


def verbs(page):
    return [form.fields["verb"] for form in page.forms if form.action.endswith("/unasked")]


class Campaign:
    """A campaign of Ann, who is its game master, with Bob's character."""

    def __init__(self, ann, bob, opened, services):
        self.ann, self.bob, self.services = ann, bob, services
        self.game = opened("Ann", ME, OPEN, game="darkness", scenario="the-awakening", gm="s1")
        services.ledger.sit(services.accounts.by_name("Bob").id, self.game)

    @property
    def page(self):
        return self.ann.open(f"/games/{self.game}")

    @property
    def table(self):
        return self.services.ledger.table(self.game)

    def do(self, verb, **fields):
        """The game master does something by its form."""
        page = self.ann.send(doing(self.page, verb), **{name.replace("__", ":"): text for name, text in fields.items()})
        assert page.status == 200
        return page

    def seen_by_bob(self):
        return self.bob.open(f"/games/{self.game}").text

    def answer(self, rng):
        """Whoever is asked answers by some form of the page; False if nobody is."""
        for visitor in (self.bob, self.ann):
            page = visitor.open(f"/games/{self.game}")
            forms = [form for form in page.forms if form.action.endswith("/answer") and (form.buttons or form.choices)]
            if forms:
                answered(visitor, rng.choice(forms), rng)
                return True
        return False

    def begin(self):
        """The character of Bob is chosen and stands on its start."""
        rng = Stream(b"begin")
        while self.table.state.phase == "setup":
            assert self.answer(rng)

    def play_until(self, reached, key):
        """Answers by forms until that is reached."""
        rng = Stream(key)
        for _ in range(MOST_ANSWERS):
            if reached(self.table.state):
                return
            assert self.answer(rng)
        pytest.fail("it was not reached")


@pytest.fixture
def campaign(ann, bob, opened, services):
    campaign = Campaign(ann, bob, opened, services)
    campaign.begin()
    return campaign


def test_words_are_said_at_any_table_that_takes_them(ann, bob, opened, services):
    game = opened("Ann", ME, OPEN, game="talking-pig")
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    page = bob.open(f"/games/{game}")
    assert verbs(page) == ["say", "whisper"]
    page = bob.send(doing(page, "say"), **{"text:words": "Is it my turn?"})
    assert "It is done." in page.text
    assert "Is it my turn?" in ann.open(f"/games/{game}").text


def test_the_same_form_sent_twice_counts_once(ann, opened, services):
    game = opened("Ann", ME, ME, game="talking-pig")
    form = doing(ann.open(f"/games/{game}"), "say")
    for _ in range(2):
        ann.send(form, **{"text:words": "Good luck"})
    assert len(services.ledger.table(game).state.said) == 1
    ann.send(doing(ann.open(f"/games/{game}"), "say"), **{"text:words": "Good luck"})
    assert len(services.ledger.table(game).state.said) == 2


def test_who_only_watches_is_offered_nothing(ann, bob, nobody, opened):
    game = opened("Ann", ME, ME, game="talking-pig")
    for visitor in (bob, nobody):
        assert verbs(visitor.open(f"/games/{game}")) == []
    form = doing(ann.open(f"/games/{game}"), "say")
    assert "you do not hold" in bob.send(form, **{"text:words": "Hello", "csrf": bob_token(bob)}).text


def bob_token(bob):
    return bob.open("/account").forms[0].fields["csrf"]


def test_a_game_master_is_offered_what_the_rules_give(campaign):
    """WD-GM-16, WD-GM-17, WD-GM-24, WD-SCEN-AWAKENING-1; a new character only where one has died (WD-GM-19)."""
    offered = verbs(campaign.page)
    assert {"talk", "place", "award", "environment", "begin_chapter", "end_game", "rule"} <= set(offered)
    assert "allow_new" not in offered
    assert verbs(campaign.bob.open(f"/games/{campaign.game}")) == ["talk"]


def test_a_piece_is_placed_in_secret_and_revealed(campaign):
    """WD-GM-24, WD-INFO-6."""
    at = campaign.table.state.people["s2"].at
    tile = next(name for name in campaign.table.state.places if not at.startswith(f"{name}/"))
    inside = next(name for name in options(campaign.page, "place", "one:at") if name.startswith(f'"{tile}/2/'))
    campaign.do("place", one__kind='"zombie"', one__at=inside, number__health="3")
    [(name, piece)] = campaign.table.state.master.pieces.items()
    assert (piece.kind, piece.health, piece.values) == ("zombie", 3, None)
    if not piece.shown:
        assert "Zombie" not in campaign.seen_by_bob()
        campaign.do("reveal", one__id=f'"{name}"')
    assert campaign.table.state.master.pieces[name].shown
    assert "Zombie" in campaign.seen_by_bob()


def test_values_are_given_all_or_none(campaign):
    """WD-GM-11."""
    at = options(campaign.page, "place", "one:at")[0]
    given = {"one__kind": '"ghoul"', "one__at": at, "one__values.I": '"1P"'}
    assert "values are I, A and D" in campaign.do("place", **given).text
    campaign.do("place", **given, **{"one__values.A": '"3S"', "one__values.D": '"6H"'})
    [piece] = campaign.table.state.master.pieces.values()
    assert piece.values == {"I": "1P", "A": "3S", "D": "6H"}


def options(page, verb, name):
    """The values that a select of the form of a verb offers."""
    [values] = doing(page, verb).choices[name]
    return values


def test_points_are_awarded_with_words(campaign):
    """WD-GM-16."""
    before = campaign.table.state.people["s2"].vp
    campaign.do("award", one__to='"s2"', number__vp="2", text__why="A brave deed")
    assert campaign.table.state.people["s2"].vp == before + 2
    assert "A brave deed" in campaign.seen_by_bob()


def test_a_ruling_is_given_with_words(campaign):
    """WD-GM-25: one effect of all that the form holds; what does not fit is told."""
    before = campaign.table.state.people["s2"].damage
    campaign.do("rule", one__on='"s2"', number__damage="1", text__why="The roof comes down")
    assert campaign.table.state.people["s2"].damage == before + 1
    assert "The roof comes down" in campaign.seen_by_bob()
    assert "one effect" in campaign.do("rule", one__on='"s2"', number__damage="1", number__heal="1").text
    assert campaign.table.state.people["s2"].damage == before + 1


def test_a_chapter_is_played_through_the_forms(campaign):
    """A game master and a player: pieces, attempts and their targets, the next chapter, the end."""
    campaign.do("environment", one__environment='"heavy-rain"')
    assert campaign.table.state.master.environment == "heavy-rain"
    campaign.play_until(lambda state: state.round >= 3, b"first chapter")
    at = campaign.table.state.people["s2"].at
    campaign.do("place", one__kind='"skeleton"', one__at=f'"{at}"')
    assert "Skeleton" in campaign.seen_by_bob()
    campaign.play_until(lambda state: state.round >= 5 and calm(state), b"skeleton")
    campaign.do("begin_chapter", one__chapter='"ch2-storm"')
    assert campaign.table.state.master.chapter == "ch2-storm"
    campaign.play_until(lambda state: state.round >= 7, b"second chapter")
    campaign.do("end_game")
    rng = Stream(b"aftermath")
    while campaign.table.status == "running":
        assert campaign.answer(rng)
    assert campaign.services.ledger.view(campaign.game).result.detail["outcome"] == "ended"


def calm(state):
    return all(decision.kind == "turn" for decision in state.open.values())


def test_the_last_piece_to_act_is_sent_by_a_click_on_the_map(campaign):
    """WD-GM-4: each piece once in the game master's turn; where there is one, its ways are marked."""
    at = campaign.table.state.people["s2"].at
    campaign.do("place", one__kind='"zombie"', one__at=f'"{at}"')
    campaign.play_until(lambda state: state.open.keys() == {"s1"} and calm(state), b"zombie")
    [name] = campaign.table.state.master.pieces
    page = campaign.page
    before = campaign.table.state.master.pieces[name].at
    lit = re.findall(r'data-thing="space/[^"]+" form="answer" name="action" value=\'([^\']+)\'', page.text)
    assert lit
    campaign.ann.send(page.answer, ("action", unescape(lit[-1])))
    assert campaign.table.state.master.pieces[name].at != before
