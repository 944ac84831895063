"""The plan of a league that tests change."""

PLAN = {"seats": 4, "divisions": [{"name": "A", "size": 7}], "stages": [{"kind": "balanced-groups"}]}
