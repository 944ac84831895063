"""The page of pictures says what players are asked in the words that they read."""

from tests.figures.pictures import FOLDER, PAGE, text


def test_the_page_is_as_it_would_be_made_now(catalog):
    assert PAGE.read_text() == text(catalog), "by `make pictures`, or of the pictures that there are by `text`"
    assert PAGE.read_text().count("![") == len(list(FOLDER.glob("*.jpg")))
