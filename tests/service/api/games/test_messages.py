"""Table talk and notes: who may write and read, muting, reports, and being forgotten."""

import pytest

from service.games.notes import mark_of

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def game(ann, bob):
    game = ann.open_game(ME, OPEN)
    bob.post(f"/games/{game['id']}/seats", {})
    return game


def say(person, game, text):
    return person.post(f"/games/{game['id']}/messages", {"text": text})


def heard(person, game, **query):
    return person.get(f"/games/{game['id']}/messages", **query).json["messages"]


def test_who_sits_at_a_table_talks_there(ann, bob, game):
    said = say(ann, game, "  hello ").json
    assert (said["number"], said["by"], said["seat"], said["text"], said["muted"]) == (1, "Ann", "s1", "hello", False)
    assert say(bob, game, "hello yourself").json["number"] == 2
    assert [message["text"] for message in heard(bob, game)] == ["hello", "hello yourself"]


def test_talk_is_read_page_by_page(ann, game):
    for number in range(5):
        say(ann, game, f"word {number}")
    first = ann.get(f"/games/{game['id']}/messages", limit=3).json
    second = ann.get(f"/games/{game['id']}/messages", limit=3, after=first["next"]).json
    assert [message["number"] for message in first["messages"] + second["messages"]] == [1, 2, 3, 4, 5]
    assert ann.get(f"/games/{game['id']}/messages", after=second["next"]).json == {"messages": [], "next": 5}


def test_spectators_neither_read_nor_write(person, nobody, ann, game):
    say(ann, game, "between us")
    spectator = person("Cy")
    assert say(spectator, game, "me too").json["code"] == "forbidden"
    for somebody in (spectator, nobody):
        response = somebody.get(f"/games/{game['id']}/messages")
        assert (response.status_code, response.json["code"]) == (403, "forbidden")
        assert "between us" not in response.text


def test_spectators_read_if_the_game_was_opened_so(ann, person, nobody):
    game = ann.open_game(ME, OPEN, open_talk=True)
    assert game["open_talk"] is True
    say(ann, game, "for all to hear")
    assert heard(nobody, game)[0]["text"] == "for all to hear"
    assert say(person("Cy"), game, "me too").json["code"] == "forbidden"


def test_strangers_do_not_learn_of_a_private_game(ann, person, nobody):
    game = ann.open_game(ME, OPEN, visibility="private", open_talk=True)
    for somebody in (person("Cy"), nobody):
        assert somebody.get(f"/games/{game['id']}/messages").status_code == 404
    assert say(person("Dan"), game, "hello").status_code == 404


def test_no_word_of_it_enters_the_log(services, ann, game):
    say(ann, game, "unforgettable words")
    ann.call("PUT", f"/games/{game['id']}/notes", {"text": "unforgettable notes"})
    stored = b"".join(entry.encode() for entry in services.store.entries(game["id"]))
    assert b"unforgettable" not in stored
    assert "unforgettable" not in ann.get(f"/games/{game['id']}/record").text


def test_who_is_muted_is_not_heard_by_this_one_reader(ann, bob, game):
    say(bob, game, "blah")
    assert ann.call("PUT", "/accounts/me/mutes/BOB").status_code == 204
    [message] = heard(ann, game)
    assert (message["by"], message["text"], message["muted"]) == ("Bob", None, True)
    assert heard(bob, game)[0]["text"] == "blah"
    assert ann.call("DELETE", "/accounts/me/mutes/Bob").status_code == 204
    assert heard(ann, game)[0]["text"] == "blah"


def test_who_is_forgotten_leaves_a_gap_and_no_words(ann, bob, game):
    say(bob, game, "remember me")
    assert bob.call("DELETE", "/accounts/me").status_code == 204
    say(ann, game, "he is gone")
    gone, after = heard(ann, game)
    assert (gone["number"], gone["by"], gone["text"]) == (1, None, None)
    assert after["number"] == 2


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_words_that_are_none_or_too_many_are_refused(ann, game, text):
    assert say(ann, game, text).json["code"] == "malformed"


def test_a_report_reaches_the_operators_and_is_settled(services, ann, bob, game):
    number = say(bob, game, "something rude").json["number"]
    place = f"/games/{game['id']}/messages/{number}/reports"
    report_id = ann.post(place, {"reason": "rude"}).json["id"]
    [report] = services.talk.reports()
    assert (report.id, report.by, report.author, report.words, report.reason) == (
        report_id, "Ann", "Bob", "something rude", "rude",
    )  # fmt: skip
    services.talk.settle(report_id, remove=True)
    assert services.talk.reports() == []
    assert heard(ann, game)[0]["text"] is None
    assert ann.post(place, {"reason": "again"}).status_code == 404


def test_a_message_is_reported_once_by_each_reader_until_that_is_settled(services, ann, bob, game):
    say(bob, game, "something rude")
    place = f"/games/{game['id']}/messages/1/reports"
    ids = [ann.post(place, {"reason": "rude"}).json["id"] for _ in range(3)]
    assert len(set(ids)) == 1
    assert [report.id for report in services.talk.reports()] == [ids[0]]
    bob.post(place, {"reason": "I did not mean it"})
    assert len(services.talk.reports()) == 2
    services.talk.settle(ids[0])
    assert ann.post(place, {"reason": "still rude"}).json["id"] != ids[0]


def test_only_readers_report(person, nobody, ann, game):
    say(ann, game, "hello")
    place = f"/games/{game['id']}/messages/1/reports"
    assert person("Cy").post(place, {"reason": "?"}).json["code"] == "forbidden"
    assert nobody.post(place, {"reason": "?"}).status_code == 401


@pytest.mark.parametrize("number", [0, 2, 2**31, 2**64, 10**40])
def test_what_was_never_said_is_not_reported(ann, bob, game, number):
    say(bob, game, "hello")
    reported = ann.post(f"/games/{game['id']}/messages/{number}/reports", {"reason": "?"})
    assert (reported.status_code, reported.json["code"]) == (404, "not-found")


def test_notes_are_for_their_writer_alone(ann, bob, nobody, game):
    place = f"/games/{game['id']}/notes"
    nothing = {"text": "", "changed": None, "mark": mark_of("")}
    assert ann.get(place).json == nothing
    written = ann.call("PUT", place, {"text": "he bluffs"}).json
    assert written["text"] == "he bluffs"
    assert ann.get(place).json == written
    assert bob.get(place).json["text"] == ""
    assert nobody.get(place).status_code == 401
    assert ann.call("PUT", place, {"text": ""}).json == nothing


def test_a_note_that_was_changed_since_it_was_seen_is_not_overwritten(ann, game):
    place = f"/games/{game['id']}/notes"
    seen = ann.get(place).json["mark"]
    first = ann.call("PUT", place, {"text": "first", "over": seen})
    late = ann.call("PUT", place, {"text": "second", "over": seen})
    assert (late.status_code, late.json["code"]) == (412, "stale")
    assert ann.get(place).json == first.json
    assert ann.call("PUT", place, {"text": "second", "over": first.json["mark"]}).status_code == 200


def test_a_note_at_a_version_is_one_of_its_own(ann, bob, game):
    place = f"/games/{game['id']}/notes"
    assert ann.call("PUT", f"{place}?at=2", {"text": "hold here"}).json["text"] == "hold here"
    assert (ann.get(f"{place}?at=2").json["text"], ann.get(place).json["text"]) == ("hold here", "")
    assert bob.get(f"{place}?at=2").json["text"] == ""
    assert ann.call("PUT", f"{place}?at=999", {"text": "x"}).status_code == 404
    assert ann.get(f"{place}?at=0").status_code == 422


def test_what_is_said_in_when_darkness_comes_is_for_who_hears_it_and_not_in_the_log(services, ann, bob, person):
    game = ann.open_game(ME, {"account": "Bob"}, ME, game="darkness")
    bob.post(f"/games/{game['id']}/seats", {})
    said = {"type": "talk", "to": ["s2"], "text": "meet me at midnight"}
    assert ann.act(game, said, seat="s1").status_code == 200

    def reads(somebody):
        answers = (somebody.get(f"/games/{game['id']}{part}").text for part in ("", "/events", "/record"))
        return ["midnight" in answer for answer in answers]

    assert any(reads(ann))
    assert any(reads(bob))
    assert not any(reads(person("Cy")))
    assert b"midnight" not in b"".join(entry.encode() for entry in services.store.entries(game["id"]))


def test_what_muted_people_say_in_when_darkness_comes_is_hidden_too(ann, bob):
    game = ann.open_game(ME, {"account": "Bob"}, game="darkness")
    bob.post(f"/games/{game['id']}/seats", {})
    ann.act(game, {"type": "talk", "to": ["s2"], "text": "meet me at midnight"}, seat="s1")

    def messages(somebody):
        events = somebody.get(f"/games/{game['id']}/events").json["events"]
        sent = somebody.get(f"/games/{game['id']}/stream", seconds=0).text
        [message] = [event for event in events if event["type"] == "MessageSent"]
        return [words["text"] for words in message["texts"].values()], message.get("muted"), "midnight" in sent

    assert messages(bob) == messages(ann) == (["meet me at midnight"], None, True)
    bob.call("PUT", "/accounts/me/mutes/Ann")
    assert messages(bob) == ([], True, False)
    assert messages(ann) == (["meet me at midnight"], None, True), "nobody learns of being muted"
    bob.call("DELETE", "/accounts/me/mutes/Ann")
    bob.call("PUT", "/accounts/me/blocks/Ann")
    assert messages(bob) == ([], True, False)


def test_words_that_a_game_needs_are_read_whoever_wrote_them(ann, bob, services):
    game = ann.open_game(ME, OPEN, game="talking-pig")
    bob.post(f"/games/{game['id']}/seats", {})
    [said] = ann.act(game, {"type": "say", "words": "I climb the wall"}).json["events"][:1]
    attempted, reader = {**said, "type": "Attempted"}, services.accounts.by_name("Bob").id
    services.blocks.add(reader, "Ann", "muted")
    assert list(services.talk.heard(game["id"], reader, [attempted])) == [attempted]
    assert "texts" in attempted


def test_under_a_key_something_is_said_once(ann, bob, game):
    def said(person, text, key):
        return person.post(f"/games/{game['id']}/messages", {"text": text}, {"Idempotency-Key": key})

    first, again = said(ann, "once", "k"), said(ann, "once", "k")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    assert (first.headers.get("Idempotent-Replayed"), again.headers["Idempotent-Replayed"]) == (None, "true")
    assert said(ann, "something else", "k").json["code"] == "key-reused"
    said(bob, "once", "k")
    said(ann, "once", "another")
    assert [message["by"] for message in heard(ann, game)] == ["Ann", "Bob", "Ann"]
