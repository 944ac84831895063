"""The time zones that people may choose from."""

import pytest

from service.errors import ServiceError
from service.people import zones


def test_each_that_is_offered_is_taken():
    assert [str(zones.zone_called(name)) for name in zones.zone_names()] == list(zones.zone_names())
    assert "Europe/Paris" in zones.zone_names()


def test_that_of_the_machine_is_neither_offered_nor_taken(monkeypatch):
    monkeypatch.setattr(zones, "available_timezones", lambda: {"localtime", "UTC", "Europe/Paris"})
    zones.zone_names.cache_clear()
    try:
        assert zones.zone_names() == ("Europe/Paris", "UTC")
        with pytest.raises(ServiceError, match="there is no time zone 'localtime'"):
            zones.zone_called("localtime")
    finally:
        zones.zone_names.cache_clear()
