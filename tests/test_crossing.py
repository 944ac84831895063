"""What a posted move crosses stays as small as it is."""

from tests.crossing import crossing

MOST_ENCODINGS = 11
MOST_DECODINGS = 11


def test_a_posted_move_is_encoded_and_decoded_no_more_often_than_it_was(tmp_path):
    found, events = crossing(tmp_path / "home")

    assert events == 3
    assert found.encodings.total() <= MOST_ENCODINGS
    assert found.decodings.total() <= MOST_DECODINGS
    assert found.files
