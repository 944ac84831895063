"""An example of each body that may be sent, by the operation's id: the OpenAPI document shows them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

ENTROPY = bytes(range(32))
"""Never to be used: entropy is 32 bytes that nobody could guess."""

BODIES: Mapping[str, Any] = {
    "create_account": {"name": "Marie", "password": "nine lives of a cat"},
    "change_account": {"time_zone": "Europe/Paris", "language": "fr"},
    "log_in": {"name": "Marie", "password": "nine lives of a cat", "token_name": "my phone"},
    "register_app": {
        "app_name": "Watcher",
        "redirect_uris": ["https://watcher.example/callback"],
        "scopes": ["read", "play"],
    },
    "take_vacation": {"until": 1_900_000_000},
    "open_game": {
        "game": "nightfall",
        "seats": [{"account": "me"}, {"ai": "greedy"}, {"open": True}],
        "clock": {"per_decision": 172_800, "policy": "default"},
        "open_talk": True,
    },
    "make_character": {
        "game": "darkness",
        "name": "Nimble",
        "character": {
            "occupation": "thief",
            "attributes": {"S": 3, "A": 3, "Dex": 4, "Int": 4, "Pers": 2, "Med": 2, "D": 2},
            "skills": ["lockpick"],
        },
    },
    "rematch": {"seats": "rotated"},
    "invite": {"seat": "s2"},
    "sit": {"seat": "s2"},
    "bring_character": {"character": "00000000-0000-4000-8000-000000000001"},
    "open_entropy": {"entropy": ENTROPY.hex()},
    "act": {"action": {"type": "draft", "card": "vulko"}, "decision": "6.s1"},
    "preview": {"action": {"type": "draft", "card": "vulko"}},
    "give_orders": {"orders": [{"order": "pass", "when": "unless-link"}]},
    "take_back": {"to": 6},
    "claim": {"claim": "replacement", "absent": "s2", "level": "greedy"},
    "operate": {"verb": "void", "reason": "Both players asked for it."},
    "begin_private_branch": {"at": 6},
    "answer_in_private_branch": {
        "action": {"type": "draft", "card": "vulko"},
        "decision": "0-4f53cda18c2baa0c.s1",
    },
    "let_others_answer": {"decision": "1-9d2d5b0c7f3e4a61.s2"},
    "note_in_private_branch": {"text": "Vulko may be gone by then."},
    "make_condition": {"step": 0},
    "branch": {"at": 6, "seats": [{"account": "me"}, {"ai": "greedy"}]},
    "say": {"text": "Well played!"},
    "report_message": {"reason": "This is an insult."},
    "write_note": {"text": "Keeps a blue card for the end of each chain."},
    "open_series": {"game": "nightfall", "seats": [{"account": "me"}, {"open": True}], "limit": 100},
    "sit_in_series": {"seat": "s2"},
    "open_series_entropy": {"entropy": ENTROPY.hex()},
    "open_league": {
        "game": "nightfall",
        "name": "Winter league",
        "plan": {
            "seats": 3,
            "divisions": [{"name": "First", "size": 12, "relegated": 3}, {"name": "Second", "size": 12}],
            "stages": [{"kind": "swiss", "rounds": 4, "days": 14}],
        },
    },
    "enrol": {"entropy_hash": hashlib.sha256(ENTROPY).hexdigest()},
    "open_league_entropy": {"entropy": ENTROPY.hex()},
    "organise": {"verb": "close-enrolment"},
    "open_dispute": {
        "stage": "1f8e0c3a-5f4b-4c9f-9a51-0d2f6f3b7c11/1/A/1",
        "table": 1,
        "words": "The clock was wrong.",
    },
    "say_in_dispute": {"words": "It was not."},
    "open_challenge": {
        "game": "last-spell",
        "name": "The first night",
        "options": {"scenario": "introduction"},
        "seats": 2,
        "days": 14,
        "ai_seats": True,
    },
    "open_tour": {
        "name": "Three nights",
        "challenges": ["1f8e0c3a-5f4b-4c9f-9a51-0d2f6f3b7c11"],
        "points": [10, 6, 3, 1],
    },
    "begin_try": {"seats": [{"account": "me"}, {"open": True}]},
    "join_group": {"seat": "s2"},
    "start_group": {"level": "greedy"},
    "add_webhook": {"url": "https://example.org/nightledger", "form": "generic"},
    "add_device": {
        "endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUusV",
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        "name": "Firefox, Android",
    },
    "set_mail": {"address": "marie@example.org", "digest": 18},
    "mute": {"muted": True},
    "mute_league": {"muted": True},
    "mute_challenge": {"muted": True},
}
"""Ids of decisions, versions and cards are those of some game: a client takes them from the game that it looks at."""
