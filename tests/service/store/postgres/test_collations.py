"""What depends on the order of words is in a database of the usual collation as it is everywhere."""

import psycopg
import pytest
from sqlalchemy import text

from service.store.schema import migrate
from tests.databases import DATABASES
from tests.service.clocks import DAY, Days
from workers.clock import MOST_GUESTS

COLLATION_OF_NAMES = """
    SELECT c.collname FROM pg_attribute a JOIN pg_collation c ON c.oid = a.attcollation
    WHERE a.attrelid = 'accounts'::regclass AND a.attname = 'name_key'
"""

if "postgresql" in DATABASES:

    @pytest.fixture
    def usual(request, tmp_path):
        """An empty database in which words are in the order of a dictionary."""
        server = DATABASES["postgresql"](request.getfixturevalue, tmp_path)
        collation = server.usual_collation()
        if collation is None:
            pytest.skip("the server knows no collation but that of code points")
        with server.beside("usual", collation=collation) as database:
            yield database

    @pytest.fixture
    def days(usual, tmp_path):
        days = Days(tmp_path / "home", people=("Anna", "Antón", "an-na", "Änne", "Bob"), **usual.environ)
        yield days
        days.close()

    def test_such_a_database_has_letters_in_the_order_of_the_alphabet(usual):
        with psycopg.connect(usual.url) as connection:
            assert connection.execute("SELECT 'a' < 'B'").fetchone() == (True,)

    def test_people_are_found_by_how_their_names_begin_in_the_order_of_code_points(days):
        assert days.services.accounts.beginning_with("AN", 3) == ["an-na", "Anna", "Antón"]
        assert days.services.accounts.beginning_with("än", 3) == ["Änne"]
        assert days.services.accounts.beginning_with("x", 3) == []

    def test_guests_who_never_came_back_are_deleted(days):
        guest, _ = days.services.accounts.create_guest()
        days.clock.now += 60 * DAY
        days.services.read_models.follower.catch_up(10)
        days.services.unused_guests.forget(MOST_GUESTS)
        assert days.services.accounts.by_name(guest.name) is None
        assert days.services.accounts.by_name("Anna") is not None

    def test_names_are_found_by_an_index(days):
        with psycopg.connect(days.services.settings.database_url) as connection:
            connection.execute("SET enable_seqscan = off")
            asked = "EXPLAIN SELECT name FROM accounts WHERE 'an' <= name_key AND 'ao' > name_key ORDER BY name_key"
            plan = "\n".join(line for [line] in connection.execute(asked))
        assert "Index Cond: ((name_key >= 'an'::text) AND (name_key < 'ao'::text))" in plan

    def test_an_earlier_database_compares_names_by_code_points_from_its_upgrade_on(usual):
        with usual.engine().begin() as connection:
            migrate(connection, "0018")
            assert connection.execute(text(COLLATION_OF_NAMES)).scalar_one() == "default"
        usual.recorder().migrate()
        with usual.engine().begin() as connection:
            assert connection.execute(text(COLLATION_OF_NAMES)).scalar_one() == "C"
