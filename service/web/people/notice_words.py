"""What people read of notices in the lists of deliveries."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from projections.notices import kinds, of_leagues

NOTICES: Mapping[str, str] = MappingProxyType(
    {
        kinds.TURN: "your turn",
        kinds.STARTED: "a game has begun",
        kinds.OVER: "a game is over",
        kinds.INVITED: "an invitation",
        kinds.CHALLENGE_INVITED: "an invitation to a group",
        kinds.TAKEBACK: "a takeback is asked",
        kinds.TEST: "a test",
        kinds.CONFIRM: "the question whose address this is",
        f"{kinds.REMINDER}50": "half of your time is gone",
        f"{kinds.REMINDER}80": "most of your time is gone",
        f"{kinds.REMINDER}95": "your time is nearly gone",
        kinds.LAST_CALL: "the last call",
        kinds.SEAT_AI: "an AI plays for you",
        kinds.SEAT_LOST: "your seat is lost",
        kinds.SEAT_GIVEN: "a seat is yours",
        of_leagues.ROUND: "a round of a league",
        of_leagues.BYE: "a round without a game for you",
        of_leagues.CORRECTED: "a result is corrected",
        of_leagues.STAYING: "you stay in your division",
        of_leagues.PROMOTED: "you are promoted",
        of_leagues.RELEGATED: "you are relegated",
        of_leagues.ENROLLED: "you are enrolled",
        of_leagues.ADMITTED: "you come in from the waiting list",
        of_leagues.SEATED: "you have a place in a league",
        of_leagues.REMINDED: "a reminder of a league",
        of_leagues.DISPUTED: "a result is disputed",
        of_leagues.SAID: "a word in a dispute",
        of_leagues.UPHELD: "a dispute is upheld",
        of_leagues.DISMISSED: "a dispute is dismissed",
    }
)
"""What each kind of notice is called in the list of deliveries."""
