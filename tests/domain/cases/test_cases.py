"""The runner of rule cases: what it accepts, what it fails, and how it says so."""

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
import yaml

from domain.cases import collect, report, verdict
from domain.cases.compare import difference
from domain.cases.files import Case, CaseLoader
from domain.cases.names import Names
from domain.contract.game import Event, Legal, Refused, Slot
from domain.games.catalog import Catalog
from tests.pigs import pig

BARE = "{case: pig-x, title: x, game: pig, rules: [PIG-1], seats: [ana, ben, cleo], expect: {result: null}"
SECRET = "{case: pig-x, title: x, game: pig, rules: [PIG-1], seats: [ana, ben, cleo], options: {guess: true}"


def problem(text, game=pig.PIG):
    """What the runner finds wrong in the case written."""
    document = yaml.load(text, CaseLoader)
    return verdict(Case(document["case"], "here", document), {"pig": game}).problem


class TestComparison:
    @pytest.mark.parametrize(
        ("expected", "actual"),
        [
            ({"a": 1}, {"a": 1, "b": 2}),
            ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}),
            ({"a": None}, {}),
            ({"a": None}, {"a": None}),
            ({"absent": ["a", "b"], "c": 3}, {"c": 3, "b": None}),
            ({"a": {"absent": ["b"]}}, {}),
            ({"exactly": {"a": [1]}}, {"a": [1]}),
            ({"count": 2}, {"a": 1, "b": 2}),
            ({"count": 5}, {"count": 5, "tile": "bar"}),
            ({"count": 2}, ["a", "a"]),
            ([{"card": "vulko"}, "x"], [{"card": "vulko", "damage": 0}, "x"]),
            ({"contains": ["a", {"b": 1}]}, [{"b": 1, "c": 2}, "x", "a"]),
            ({"lacks": ["z", {"b": 3}]}, [{"b": 1}, "x"]),
            ({"bag": ["a", "b", "a"]}, ["b", "a", "a"]),
            ({"bag": [{}, {"a": 1}]}, [{"a": 1}, {"a": 2}]),
            ({"contains": ["a"], "lacks": ["b"], "count": 1}, ["a"]),
            ([], []),
            (None, None),
        ],
    )
    def test_holds(self, expected, actual):
        assert difference(expected, actual) is None

    @pytest.mark.parametrize(
        ("expected", "actual", "said"),
        [
            ({"a": {"b": 1}}, {"a": {"b": 2}}, ".a.b: expected 1, is 2"),
            ({"a": 1}, {}, ".a: expected 1, is missing"),
            ({"a": {}}, {}, ".a: expected {}, is missing"),
            ({"a": None}, {"a": 0}, ".a: expected null, is 0"),
            ({"a": True}, {"a": 1}, ".a: expected true, is 1"),
            ({"absent": ["a"]}, {"a": 0}, ".a: expected missing, is 0"),
            ({"exactly": {"a": 1}}, {"a": 1, "b": 2}, ': expected {"exactly":{"a":1}}, is {"a":1,"b":2}'),
            ({"count": 1}, {"a": 1, "b": 2}, ': expected {"count":1}, is {"a":1,"b":2}'),
            (["a", "b"], ["b", "a"], '[0]: expected "a", is "b"'),
            (["a"], ["a", "b"], ': expected ["a"], is ["a","b"]'),
            ({"contains": ["a", "a"]}, ["a", "b"], ': expected {"contains":["a","a"]}, is ["a","b"]'),
            ({"lacks": [{"a": 1}]}, [{"a": 1, "b": 1}], ': expected {"lacks":[{"a":1}]}, is [{"a":1,"b":1}]'),
            ({"bag": ["a", "b"]}, ["a", "a"], ': expected {"bag":["a","b"]}, is ["a","a"]'),
            ({"count": 2}, 2, ': expected {"count":2}, is 2'),
            ({"hand": ["a"]}, {"hand": 1}, '.hand: expected ["a"], is 1'),
            ({"a": 1}, ["a"], ': expected {"a":1}, is ["a"]'),
        ],
    )
    def test_differs_and_says_where(self, expected, actual, said):
        assert str(difference(expected, actual)) == said


class TestNames:
    def test_whole_strings_and_what_stands_before_a_slash_are_ids(self):
        written = {"ana": ["ben/vulko", "commons/ana", "anna", {"x": "ana/2"}], "ben/3": 1}
        read = {"s1": ["s2/vulko", "commons/ana", "anna", {"x": "s1/2"}], "s2/3": 1}
        assert Names(["ana", "ben"]).to_ids(written) == read

    def test_messages_name_the_seats(self):
        assert Names(["ana", "ben"]).in_text("s2 has s1/vulko, not s3, xs1 or s1-x") == (
            "ben has ana/vulko, not s3, xs1 or s1-x"
        )


class TestFiles:
    def test_words_are_words_and_numbers_are_numbers(self):
        text = "[no, on, y, 2024-01-02, 12:30, 010, 1_000, '7', 7, -3, true, null, ~, 1e3]"
        words = ["no", "on", "y", "2024-01-02", "12:30", "010", "1_000", "7", 7, -3, True, None, None, "1e3"]
        assert yaml.load(text, CaseLoader) == words

    def test_a_folder_gives_all_cases_below_it_in_the_order_of_names(self, tmp_path):
        (tmp_path / "b").mkdir()
        (tmp_path / "b" / "one.yaml").write_text("case: c-1\n---\ncase: c-2\n")
        (tmp_path / "a.yaml").write_text("case: c-3\n")
        (tmp_path / "notes.txt").write_text("case: c-4\n")
        assert [case.id for case in collect([tmp_path])] == ["c-3", "c-1", "c-2"]

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("case: c-1\ncase: c-2", "the key 'case' stands twice"),
            ("case: c-1\n---\ncase: c-1", "has a case of this id too"),
            ("case: [", "expected"),
            ("[1, 2]", "no map with a `case`"),
            ("title: nameless", "no map with a `case`"),
            ("case: !!python/name:os.system ''", "could not determine a constructor"),
        ],
    )
    def test_what_cannot_be_read_is_a_case_that_fails(self, tmp_path, text, fault):
        file = tmp_path / "x.yaml"
        file.write_text(text)
        assert fault in [case.fault for case in collect([file])][-1]

    def test_a_file_that_is_not_there_fails(self, tmp_path):
        [case] = collect([tmp_path / "none.yaml"])
        assert "No such file" in case.fault


class TestShape:
    @pytest.mark.parametrize(
        ("more", "said"),
        [
            ("hands: 3", "the case: unknown key 'hands'"),
            ("case: Pig X", "case must be an id in kebab-case"),
            ("game: null", "game must be a game's id"),
            ("rules: []", "rules must be a list of one string or more"),
            ("seats: [ana, ana]", "seats must be different names"),
            ("seats: [ana, expect]", "seats must be other names than 'expect'"),
            ("options: [1]", "options must be a map"),
            ("position: none", "position must be a map"),
            ("title: 1.5", "the case.title: 1.5 is no value of a case"),
            ("options: {1: x}", "the case.options: the key 1 must be a string"),
            ("chance: [{toss: x}]", "chance[0] must be of a kind: shuffle, roll, flip, pick"),
            ("chance: [{roll: d6, result: 1}]", "chance[0] must be a map of `roll` and `results`"),
            ("chance: [{shuffle: ana, order: x}]", "chance[0].order must be a list"),
            ("steps: [{ana: roll, ben: roll}]", "steps[0] must be a map of one key"),
            ("steps: [{ana: {roll: 1, hold: 2}}]", "steps[0].ana must be a verb or a map of one verb"),
            ("steps: [{refused: {because: illegal}}]", "steps[0].refused must be a map of one seat"),
            (
                "steps: [{refused: {ana: roll, because: dull}}]",
                "steps[0].refused.because must be one of malformed",
            ),
            ("steps: [{expect: {tabel: {}}}]", "steps[0].expect: unknown key 'tabel'"),
            ("expect: {events: {}}", "expect.events must be a list"),
            ("expect: {events: [{A: {}, B: {}}]}", "expect.events[0] must be a name or a map of one name"),
            ("expect: {pending: [ana]}", "expect.pending[0] must be a map of one seat"),
            ("expect: {legal: {ana: {contains: []}}}", "expect.legal.ana: unknown key 'contains'"),
            ("expect: {view: {table: {}}}", "expect.view.as must be given"),
        ],
    )
    def test_what_is_no_case_fails_and_says_why(self, more, said):
        fields = yaml.load(BARE + "}", CaseLoader) | yaml.load(more, CaseLoader)
        found = verdict(Case("pig-x", "here", fields), {"pig": pig.PIG}).problem
        assert found.startswith(said)

    @pytest.mark.parametrize("key", ["title", "game", "rules", "seats"])
    def test_a_missing_field_fails(self, key):
        fields = yaml.load(BARE + "}", CaseLoader)
        del fields[key]
        assert verdict(Case("pig-x", "here", fields), {"pig": pig.PIG}).problem == f"{key} must be given"

    def test_a_case_that_expects_nothing_fails(self):
        assert problem(SECRET + ", steps: [{ana: {guess: 1}}]}") == "expect must be given, here or in a step"

    def test_a_game_that_is_not_installed_fails(self):
        assert problem(BARE.replace("game: pig", "game: chess") + "}") == "there is no game 'chess'"


class TestSteps:
    @pytest.mark.parametrize(
        ("more", "said"),
        [
            ("options: {gaol: 3}", "the table is refused: malformed: unknown option 'gaol'"),
            (
                "steps: [{ben: roll}]",
                'steps[0].ben: "roll" is refused, not-your-decision: ben has nothing to decide',
            ),
            ("steps: [{zoe: roll}]", "steps[0].zoe: \"roll\" is refused, malformed: unknown seat 'zoe'"),
            ("steps: [{refused: {ana: hold}}]", 'steps[0].refused: "hold" is accepted'),
            (
                "steps: [{refused: {ben: hold, because: illegal}}]",
                "steps[0].refused: expected illegal, is not-your-d",
            ),
            ("chance: [{roll: d6, results: [2]}]", "chance: never drawn, roll d6"),
            (
                "chance: [{shuffle: ana, order: []}, {flip: x, result: y}]",
                "chance: never drawn, shuffle ana, flip x",
            ),
            (
                "{chance: [{roll: d6, results: [7]}], steps: [{ana: roll}]}",
                "a forced outcome does not fit: roll d6: 7",
            ),
        ],
    )
    def test_what_goes_otherwise_fails_and_says_where(self, more, said):
        fields = yaml.load(BARE + "}", CaseLoader) | yaml.load(more, CaseLoader)
        assert verdict(Case("pig-x", "here", fields), {"pig": pig.PIG}).problem.startswith(said)


class TestExpectations:
    @pytest.mark.parametrize(
        ("expect", "said"),
        [
            ("table: {bank: {ben: 1}}", "expect.table.bank.ben: expected 1, is 0"),
            (
                "events: [{DieRolled: {result: 3}}]",
                'expect.events[0]: no DieRolled with {"result":3} follows, but {',
            ),
            (
                "events: [TurnPassed, DieRolled]",
                "expect.events[0]: no TurnPassed follows, but GameCreated, DieRolled",
            ),
            ("events: [DieRolled, DieRolled]", "expect.events[1]: no DieRolled follows, but nothing"),
            ("no_events: [DieRolled]", 'expect.no_events: DieRolled {"seat":"ana","result":2} is stored'),
            ("no_events: [DiceRolled]", 'expect.no_events: "DiceRolled" is none of GameCreated, '),
            (
                "pending: [{ana: roll}]",
                'expect.pending: expected {"ana":["roll"]}, is {"ana":["hold","roll"]}',
            ),
            ("pending: []", 'expect.pending: expected {}, is {"ana":["hold","roll"]}'),
            (
                "legal: {ana: {excludes: [roll]}}",
                'expect.legal.ana.excludes: "roll" does not hold, legal are ["roll","',
            ),
            (
                "legal: {ana: {includes: [{guess: 1}]}}",
                'expect.legal.ana.includes: {"guess":1} does not hold',
            ),
            (
                "legal: {ben: {includes: [hold]}}",
                'expect.legal.ben.includes: "hold" does not hold, legal are []',
            ),
            ("legal: {zoe: {excludes: [hold]}}", 'expect.legal: "zoe" is none of ana, ben, cleo'),
            ("legal: {ana: {excludes: [held]}}", 'legal: "held" is none of guess, roll, hold'),
            ("view: {as: dora}", 'expect.view.as: "dora" is none of ana, ben, cleo, spectator'),
            ("view: {as: ana, table: {goal: 1}}", "expect.view.table.goal: expected 1, is 100"),
            (
                "view: {as: ben, lacks: [turn_points]}",
                'expect.view.lacks: "turn_points" can be seen at .table.turn_p',
            ),
            (
                "view: {as: ben, lacks: [DieRolled]}",
                'expect.view.lacks: "DieRolled" can be seen at .log[2].type',
            ),
            ("view: {as: ben, lacks: [d6]}", 'expect.view.lacks: "d6" can be seen at .log[2].draws[0].name'),
            ("result: {ranking: [ana]}", 'expect.result: expected {"ranking":["ana"]}, is null'),
        ],
    )
    def test_what_does_not_hold_is_named(self, expect, said):
        fields = yaml.load(BARE + ", steps: [{ana: roll}], chance: [{roll: d6, results: [2]}]}", CaseLoader)
        fields["expect"] = yaml.load(expect, CaseLoader)
        assert verdict(Case("pig-x", "here", fields), {"pig": pig.PIG}).problem.startswith(said)

    def test_a_seat_reads_its_own_secret_in_the_log(self):
        text = SECRET + ", steps: [{ana: {guess: 5}}], expect: {view: {as: ana, lacks: [5]}}}"
        assert problem(text).startswith("expect.view.lacks: 5 can be seen at .table.guesses.ana")

    def test_no_result_is_no_result_of_a_game_that_is_over(self):
        text = BARE + ", options: {goal: 5}, position: {active: ana, turn_points: 5}, steps: [{ana: hold}]}"
        assert problem(text) == 'expect.result: expected null, is {"ranking":["ana","ben","cleo"]}'


class OpenBook(pig.Pig):
    """Shows every secret number."""

    def view(self, state, audience):
        return super().view(state, "referee")


class HalfShuffled(pig.Pig):
    """Forgets what is open when it makes another table."""

    def resample(self, state, seat, rng):
        other = super().resample(state, seat, rng)
        other.open = {}
        return other


class Copycat(pig.Pig):
    """Lets a seat choose only what another seat has chosen, and says what that is."""

    def act(self, run, seat, action):
        taken = sorted(run.state.guesses.values())
        if isinstance(action, pig.Guess) and taken and action.number not in taken:
            raise Refused("illegal", f"choose one of {taken}")
        super().act(run, seat, action)

    def sample(self, state, seat, rng):
        return pig.Guess(rng.choice(sorted(state.guesses.values()) or [1]))


class Misled(pig.Pig):
    """Samples what is not legal."""

    def sample(self, state, seat, rng):
        return pig.Guess(7)


class Hinted(Event, frozen=True):
    sum: int

    def apply(self, state):
        return


class Whisperer(pig.Pig):
    """Tells everybody the sum of the secret numbers."""

    event_types = (*pig.Pig.event_types, Hinted)

    def act(self, run, seat, action):
        super().act(run, seat, action)
        run.emit(Hinted(sum(run.state.guesses.values())))


class Forgetful(pig.Pig):
    """Changes the state behind the events' back."""

    def act(self, run, seat, action):
        super().act(run, seat, action)
        run.state.bank[seat] += 1


class Hasty(pig.Pig):
    """Changes the state before it refuses."""

    def act(self, run, seat, action):
        run.state.turn_points += 1
        if run.state.turn_points == 1:
            raise Refused("illegal", "not yet")
        super().act(run, seat, action)


class Spendthrift(pig.Pig):
    """Draws before it refuses."""

    def act(self, run, seat, action):
        run.roll("d6", 6)
        raise Refused("illegal", "bad luck")


class Numbered(pig.NumberGuessed, frozen=True):
    private: ClassVar[Mapping[str, str]] = {}


class Careless(pig.Pig):
    """Stores a secret number where all can read it."""

    event_types = (*pig.Pig.event_types, Numbered)

    def act(self, run, seat, action):
        if isinstance(action, pig.Guess):
            run.emit(Numbered(seat, action.number))
        else:
            super().act(run, seat, action)


class Crashing(pig.Pig):
    def legal(self, state, seat, limit=200):
        raise ZeroDivisionError("no legal actions today")


class Boastful(pig.Pig):
    """Lists an answer that it refuses."""

    def default(self, state, seat):
        return pig.Guess(1) if state.open[seat].kind == "guess" else pig.Hold()

    def legal(self, state, seat, limit=200):
        return Legal((pig.Guess(7), *super().legal(state, seat, limit).actions))

    def sample(self, state, seat, rng):
        return pig.Guess(1) if state.open[seat].kind == "guess" else pig.Roll()


class Absent(pig.Pig):
    """Answers what it refuses for a seat that is absent."""

    def default(self, state, seat):
        return pig.Guess(0)


class Misnamed(pig.Pig):
    """Offers an argument that the verb has not."""

    def legal(self, state, seat, limit=200):
        return Legal((), False, {"guess": (Slot("number"), Slot("die"))})

    def sample(self, state, seat, rng):
        return pig.Guess(1)

    def default(self, state, seat):
        return pig.Guess(1)


class Silent(pig.Pig):
    """Refuses without a word."""

    def act(self, run, seat, action):
        raise Refused("illegal", "")

    def sample(self, state, seat, rng):
        return pig.Guess(1)


class TestWhatAlwaysHolds:
    """Every fault that the runner must find without being told, in a pig that has it."""

    @pytest.mark.parametrize(
        ("game", "steps", "said"),
        [
            (
                OpenBook(),
                "[{ana: {guess: 5}}, {ben: {guess: 2}}]",
                "resample for ben.view.guesses.ana: expected 5",
            ),
            (HalfShuffled(), "[]", 'resample for ana.open.ana: expected {"kind":"guess",'),
            (
                Copycat(),
                "[{ana: {guess: 5}}, {ben: {guess: 5}}]",
                'resample for ben, ben: {"guess":5} is accepted in',
            ),
            (
                Copycat(),
                "[{ana: {guess: 5}}, {refused: {ben: {guess: 2}}}]",
                'resample for ben, {"guess":2} is refused',
            ),
            (Misled(), "[{ana: {guess: 5}}]", 'sample for ana: {"guess":7} is refused'),
            (Whisperer(), "[{ana: {guess: 5}}, {ben: {guess: 2}}]", "resample for ben, ben: "),
            (Forgetful(), "[{ana: {guess: 5}}]", "replay, version 4.view.bank.ana: expected 1, is 0"),
            (
                Hasty(),
                "[{refused: {ana: {guess: 5}}}]",
                'steps[0].refused: {"guess":5} is refused, but it has changed',
            ),
            (
                Spendthrift(),
                "[{refused: {ana: {guess: 5}}}]",
                'steps[0].refused: {"guess":5} is refused, but it has',
            ),
            (Crashing(), "[{ana: {guess: 5}}]", "ZeroDivisionError in _sampled (test_cases.py:"),
            (Boastful(), "[{ana: {guess: 5}}]", 'offer for ana: {"guess":7} is refused'),
            (Absent(), "[{ana: {guess: 5}}]", 'offer for ana: {"guess":0} is refused'),
            (Misnamed(), "[{ana: {guess: 5}}]", "slots of guess for ana: it has no argument die"),
            (
                Silent(),
                "[{refused: {ana: {guess: 5}}}]",
                'steps[0].refused: {"guess":5} is refused as illegal, and not told why',
            ),
        ],
    )
    def test_is_checked(self, game, steps, said):
        assert problem(f"{SECRET}, steps: {steps}, expect: {{result: null}}}}", game).startswith(said)

    def test_a_secret_in_the_public_log_is_found_by_lacks(self):
        steps = "steps: [{ana: {guess: 5}}], expect: {view: {as: ben, lacks: [5]}}"
        assert problem(f"{SECRET}, {steps}}}", pig.PIG) is None
        assert problem(f"{SECRET}, {steps}}}", Careless()) == "expect.view.lacks: 5 can be seen at .log[2].data.number"


class TestReport:
    GAMES: ClassVar[Mapping[str, Any]] = Catalog({"pig": "tests.pigs.pig:PIG"})

    def written(self, tmp_path, *texts):
        (tmp_path / "some.yaml").write_text("\n---\n".join(texts))
        lines = []
        return report([tmp_path], self.GAMES, lines.append), lines

    def test_a_line_for_each_case_and_one_for_all(self, tmp_path):
        other = BARE.replace("pig-x", "pig-y").replace("result: null", "table: {goal: 7}")
        assert self.written(tmp_path, BARE + "}", other + "}") == (
            False,
            ["ok pig-x", "FAIL pig-y: expect.table.goal: expected 7, is 100", "1 passed, 1 failed"],
        )

    def test_all_hold(self, tmp_path):
        assert self.written(tmp_path, BARE + "}") == (True, ["ok pig-x", "1 passed, 0 failed"])

    def test_no_case_is_a_failure(self, tmp_path):
        assert self.written(tmp_path) == (False, ["0 passed, 0 failed"])
