"""The data files in the home folder: what is read, and how they are laid there."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.games.catalog import Catalog
from domain.games.darkness.data import FILE
from service.settings import SettingsError
from service.store.own_files import check_own_files, lay, own_files

HIDDEN = [".#darkness.toml", "._darkness.toml", ".darkness.toml"]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_hidden_files_are_none_of_them(tmp_path, hidden):
    for folder in ("data", "cards"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / hidden).write_text("Mac OS X")
    (tmp_path / "data" / ".#last-spell.toml").symlink_to("root@host.123")
    check_own_files(tmp_path, Catalog())
    assert own_files(tmp_path) == {"nightfall": {}}


def test_a_file_with_the_name_of_no_game_is_named(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data/dakrness.toml").write_bytes(FILE.read_bytes())
    with pytest.raises(SettingsError, match="there is no game 'dakrness'"):
        check_own_files(tmp_path, Catalog())


def test_of_several_that_are_laid_at_once_one_lies_there_whole(tmp_path):
    file = tmp_path / "home/data/darkness.toml"
    contents = [bytes([65 + number]) * 200_000 * (number + 1) for number in range(4)]

    def lay_again(content):
        for _ in range(20):
            lay(file, content)
            assert file.read_bytes() in contents

    with ThreadPoolExecutor(len(contents)) as pool:
        list(pool.map(lay_again, contents))
    assert [path.name for path in file.parent.iterdir()] == ["darkness.toml"]


def test_what_cannot_be_laid_leaves_nothing(tmp_path):
    file = tmp_path / "home/data/darkness.toml"
    file.mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        lay(file, b"schema = 1")
    assert [path.name for path in file.parent.iterdir()] == ["darkness.toml"]
