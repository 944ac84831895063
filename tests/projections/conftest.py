import pytest

from projections.database import SqliteFile
from projections.read_models import ReadModels


@pytest.fixture
def models(tmp_path, catalog):
    """Makes read models that have followed a log to its end."""

    def make(log):
        made = ReadModels(SqliteFile(tmp_path / "projections.sqlite"), log, catalog)
        made.create_schema()
        assert made.follower.catch_up()
        return made

    return make
