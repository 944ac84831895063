"""What is said and waited for while something is away."""

import logging

from service.operation.trouble import LONGEST_PAUSE, Trouble, pause_after


def test_pauses_double_from_a_second_to_a_minute_and_stay_there():
    assert [pause_after(failures) for failures in range(1, 9)] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert pause_after(10**6) == LONGEST_PAUSE


def test_a_line_is_said_when_it_begins_and_one_when_it_is_over_however_often_it_is_tried(caplog):
    trouble = Trouble(logging.getLogger("part"), "gone (%s)", "back", longest=2.0)
    with caplog.at_level(logging.WARNING):
        assert [trouble.begins("full") for _ in range(4)] == [1.0, 2.0, 2.0, 2.0]
        trouble.ends()
        trouble.ends()
        assert trouble.begins("locked") == 1.0
    assert [record.getMessage() for record in caplog.records] == ["gone (full)", "back", "gone (locked)"]
