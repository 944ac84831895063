"""Settings from the environment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from redis import Redis

from service import wsgi
from service.settings import Settings, SettingsError


def test_everything_has_a_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = Settings.from_env({})

    assert settings.home == tmp_path / "var"
    assert (settings.host, settings.port) == ("127.0.0.1", 8420)
    assert settings.events_path == tmp_path / "var" / "events.sqlite"
    assert settings.projections_path == tmp_path / "var" / "projections.sqlite"
    assert settings.secret_path == tmp_path / "var" / "secret"
    assert settings.database_url is None
    assert settings.database == str(settings.events_path)
    assert settings.snapshot_every == 200
    assert settings.brings_redis
    assert settings.extra_games == {}
    assert settings.bot_pace == {"random": 0.2, "greedy": 0.5}
    assert (settings.requests_per_minute, settings.cors_origins, settings.proxies) == (1200, (), 0)
    assert settings.log == "text"


def test_an_empty_variable_counts_as_unset() -> None:
    assert Settings.from_env({"NIGHTLEDGER_PORT": "", "REDIS_URL": ""}) == Settings.from_env({})


def test_all_can_be_set(tmp_path: Path) -> None:
    settings = Settings.from_env(
        {
            "NIGHTLEDGER_HOME": str(tmp_path),
            "NIGHTLEDGER_HOST": "0.0.0.0",
            "NIGHTLEDGER_PORT": "9000",
            "NIGHTLEDGER_DATABASE_URL": "postgresql://ann:secret@db/nightledger",
            "NIGHTLEDGER_SNAPSHOT_EVERY": "0",
            "NIGHTLEDGER_EXTRA_GAMES": "pig=tests.pigs.pig:Pig, ox=tests.ox:Ox",
            "NIGHTLEDGER_PACE_RANDOM": "0",
            "NIGHTLEDGER_PACE_GREEDY": "1.5",
            "NIGHTLEDGER_REQUESTS_PER_MINUTE": "60",
            "NIGHTLEDGER_CORS_ORIGINS": "https://games.example, http://localhost:3000",
            "NIGHTLEDGER_PROXIES": "2",
            "NIGHTLEDGER_LOG": "json",
            "REDIS_URL": "redis://cache:6379/2",
        }
    )

    assert settings.web_address == ("127.0.0.1", 9000)
    assert settings.database_url == "postgresql://ann:secret@db/nightledger"
    assert settings.database == "postgresql://db/nightledger"
    assert settings.snapshot_every == 0
    assert settings.extra_games == {"pig": "tests.pigs.pig:Pig", "ox": "tests.ox:Ox"}
    assert settings.bot_pace == {"random": 0.0, "greedy": 1.5}
    assert settings.requests_per_minute == 60
    assert settings.cors_origins == ("https://games.example", "http://localhost:3000")
    assert settings.proxies == 2
    assert settings.log == "json"
    assert settings.redis_url == "redis://cache:6379/2"
    assert not settings.brings_redis


def test_redis_finds_its_socket_in_any_folder(tmp_path: Path) -> None:
    settings = Settings.from_env({"NIGHTLEDGER_HOME": "/srv/ä #1?%20"})

    with Redis.from_url(settings.redis_url) as client:
        assert client.connection_pool.connection_kwargs["path"] == "/srv/ä #1?%20/redis.sock"


def test_a_home_too_deep_for_a_socket_has_redis_in_a_folder_of_its_own_under_tmp() -> None:
    deep, other = (Settings.from_env({"NIGHTLEDGER_HOME": f"/{name}" + "/deep" * 30}) for name in ("one", "other"))

    assert deep.redis_url == f"unix://{deep.redis_socket}"
    assert len(str(deep.redis_socket)) < 60
    assert deep.redis_socket.parent.parent == Path("/tmp")
    assert other.redis_socket.parent != deep.redis_socket.parent


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("NIGHTLEDGER_SNAPSHOT_EVERY", "-1", "'-1' is no number of events"),
        ("NIGHTLEDGER_PORT", "http", "'http' is no port from 1 to 65533"),
        ("NIGHTLEDGER_PORT", "65535", "'65535' is no port from 1 to 65533"),
        ("NIGHTLEDGER_HOST", "http://here", "'http://here' is no host name and no IPv4 address"),
        ("NIGHTLEDGER_DATABASE_URL", "mysql://db", "it must begin with postgresql://"),
        ("REDIS_URL", "localhost", "it must begin with redis:// or rediss:// or unix://"),
        ("NIGHTLEDGER_EXTRA_GAMES", "pig=tests.pigs.pig", "'pig=tests.pigs.pig' is not name=module:object"),
        ("NIGHTLEDGER_PACE_RANDOM", "-1", "'-1' is no number of seconds"),
        ("NIGHTLEDGER_PACE_GREEDY", "nan", "'nan' is no number of seconds"),
        ("NIGHTLEDGER_REQUESTS_PER_MINUTE", "many", "'many' is no number of requests"),
        ("NIGHTLEDGER_CORS_ORIGINS", "*", "'*' is no origin such as https://example.org"),
        (
            "NIGHTLEDGER_CORS_ORIGINS",
            "https://a.example/",
            "'https://a.example/' is no origin such as https://example.org",
        ),
        ("NIGHTLEDGER_PROXIES", "-1", "'-1' is no number of proxies"),
        ("NIGHTLEDGER_LOG", "xml", "'xml' is none of text, json"),
        ("NIGHTLEDGER_HOME", "~nobody-of-this-name/home", "there is no home folder of '~nobody-of-this-name'"),
        ("NIGHTLEDGER_STREAM_PORT", "8420", "8420 is the port of the web server itself"),
        ("NIGHTLEDGER_PUBLIC_URL", "https:///games", "it names no host"),
        ("NIGHTLEDGER_SMTP_URL", "smtp://:587", "it names no host"),
        ("NIGHTLEDGER_SEED_PARTNERS", f"https://+{'00' * 32}", "it names no host"),
        ("NIGHTLEDGER_EXTRA_GAMES", "pig=a:A,ox=b:B,pig=c:C", "there are two games 'pig'"),
        ("REDIS_URL", "redis://cache/games", "'games' is no number of a database of Redis"),
    ],
)
def test_what_does_not_fit_is_said_in_one_line(name: str, value: str, said: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.from_env({name: value})

    assert str(refused.value) == f"{name}: {said}"


@pytest.mark.parametrize(
    "url",
    ["redis://cache", "redis://cache/", "rediss://:word@cache:6379/3?socket_timeout=1", "unix:///run/redis.sock?db=2"],
)
def test_a_redis_is_named_by_whatever_it_takes(url: str) -> None:
    assert Settings.from_env({"REDIS_URL": url}).redis_url == url


@pytest.mark.parametrize(
    ("servers", "shown"),
    [
        ("ann:secret@db1:5432,db2:5433", "db1:5432,db2:5433"),
        ("ann@db1,db2", "db1,db2"),
        ("ann@[::1]:5432", "[::1]:5432"),
        ("", ""),
    ],
)
def test_a_database_may_have_several_servers_each_with_its_port(servers: str, shown: str) -> None:
    settings = Settings.from_env({"NIGHTLEDGER_DATABASE_URL": f"postgresql://{servers}/games?target_session_attrs=any"})
    assert settings.database == f"postgresql://{shown}/games"


def test_the_port_of_each_server_is_one() -> None:
    with pytest.raises(SettingsError, match=r"^NIGHTLEDGER_DATABASE_URL: 'db2:here' has no port"):
        Settings.from_env({"NIGHTLEDGER_DATABASE_URL": "postgresql://ann:secret@db1:5432,db2:here/games"})


@pytest.mark.parametrize("url", ["redis://cache/0?sokcet_timeout=1", "redis://cache?db=games"])
def test_an_option_that_redis_does_not_take_is_named(url: str) -> None:
    with pytest.raises(SettingsError, match=r"^REDIS_URL: .*(sokcet_timeout|db)"):
        Settings.from_env({"REDIS_URL": url})


@pytest.mark.parametrize(("process", "begin"), [("web", wsgi.web), ("stream", wsgi.stream)])
def test_a_server_that_cannot_begin_says_why_in_one_line(
    process: str, begin: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTLEDGER_PORT", "http")
    with pytest.raises(SystemExit, match=rf"^{process}: NIGHTLEDGER_PORT: 'http' is no port"):
        begin()


def test_a_misspelt_setting_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"^NIGHTLEDGER_PROT: no such setting; there are NIGHTLEDGER_"):
        Settings.from_env({"NIGHTLEDGER_PROT": "8421"})
