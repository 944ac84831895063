"""Plays a game of Nightfall to its end with the client that openapi-generator has made: generated_bot.py ADDRESS"""

import random
import sys

from openapi_client import (
    AccountsApi,
    Act,
    ActionsApi,
    ApiClient,
    Configuration,
    GamesApi,
    NewAccount,
    NewGame,
)

address = sys.argv[1]
nobody = ApiClient(Configuration(host=address))
token = AccountsApi(nobody).create_account(NewAccount(name="robin")).token
robin = ApiClient(Configuration(host=address, access_token=token))
games, actions = GamesApi(robin), ActionsApi(robin)
wanted = {"game": "nightfall", "seats": [{"account": "me"}, {"account": "me"}], "options": {"draft": "quick"}}
view = games.look(games.open_game(NewGame.from_dict(wanted)).id)
while view.status == "running":
    seat = next(iter(view.pending))
    view = games.look(view.id, seat=seat)
    view = actions.act(view.id, Act(action=random.choice(view.legal), decision=view.decision), seat=seat).game
print(f"nightfall is {view.status}: {view.result}")
