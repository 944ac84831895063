"""What alters the code for mutation testing: which faults there are, that they are carried out, and what is kept."""

import os

import pytest

from tests.mutants import example, results
from tests.mutants.altered import Functions, Unfit
from tests.mutants.areas import AREAS, ROOT
from tests.mutants.places import Source
from tests.mutants.results import Results, chosen
from tests.mutants.session import KILLED, SURVIVED, UNFIT, Result

FILE = ROOT / "tests/mutants/example.py"


def mutants():
    return [place.mutant() for place in Source(FILE).places]


def mutant(diff):
    return next(item for item in mutants() if item.diff == diff)


def in_a_fork(altered, look):
    """What `look` returns, as a byte, in a fork of this process that runs the mutant."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        try:
            Functions([FILE]).alter(altered)
            os.write(writing, bytes([look()]))
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        return pipe.read()[0]


def test_faults_are_put_into_functions_and_neither_into_sentences_nor_into_what_an_import_carries_out():
    diffs = [item.diff for item in mutants()]
    assert "-    if one < other:\n+    if one <= other:" in diffs
    assert '-    return named("forty two", "n42")\n+    return named("forty two", "XXn42XX")' in diffs
    assert not [diff for diff in diffs if "XXforty" in diff or "PLUS_ONE" in diff or "The larger" in diff]
    assert {item.function for item in mutants()} == {"larger", "adding", "answer"}


def test_a_function_is_altered_with_what_it_has_made_before_and_what_it_has_returned():
    assert (example.PLUS_ONE(4), example.answer()) == (5, "n42")
    minus = mutant("-    return lambda number: number + what\n+    return lambda number: number - what")
    other = mutant('-    return named("forty two", "n42")\n+    return named("forty two", "N42")')
    assert in_a_fork(minus, lambda: example.PLUS_ONE(4)) == 3
    assert in_a_fork(other, lambda: example.answer() == "N42") == 1


def test_a_mutant_that_is_no_program_is_unfit():
    broken = mutants()[0]._replace(source="def larger(")
    with pytest.raises(Unfit):
        Functions([FILE]).alter(broken)


def test_a_run_that_was_ended_goes_on_with_all_that_was_told(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    first, second, third = mutants()[:3]
    kept = Results("log")
    kept.add(first, Result(KILLED, "a test", 3))
    kept.add(second, Result(UNFIT))
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('\n{"key": "' + third.key[:5])

    again = Results("log")

    assert [item.key in again for item in (first, second, third)] == [True, True, False]
    again.add(third, Result(SURVIVED, tried=7))
    rows = Results("log").of(Source(FILE).places[:3])
    assert [(row["outcome"], row["tried"]) for row in rows] == [(KILLED, 3), (SURVIVED, 7)]


def test_a_sample_is_the_same_with_the_same_seed_and_keys_are_those_of_the_places():
    one, other = ([place.key for place in chosen("delayed-answers", 20, seed)] for seed in ("1", "2"))
    assert one == [place.key for place in chosen("delayed-answers", 20, "1")] != other
    everything = [place.key for place in chosen("delayed-answers", None, "1")]
    assert len(everything) == len(set(everything))
    assert set(one) | set(other) <= set(everything)


def test_each_area_has_files_and_tests():
    for area in AREAS.values():
        assert list(area.files())
        assert all((ROOT / tests.partition("::")[0]).exists() for tests in area.tests)
