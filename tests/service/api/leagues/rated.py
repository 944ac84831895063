"""A rated game over the API."""

from tests.service.playing import HOLD, ME, OPEN, ROLL


def won_by_ann(ann, bob, seat=OPEN, **more):
    """A game that Ann wins: Bob, who takes this seat, never rolls."""
    game = ann.open_game(ME, seat, options={"goal": 1}, rated=True, **more)
    assert bob.post(f"/games/{game['id']}/seats", {}).status_code == 200
    while (seen := ann.look(game))["status"] == "running":
        mover = ann if "s1" in seen["pending"] else bob
        action = ROLL if mover is ann and not seen["table"]["turn_points"] else HOLD
        assert mover.act(game, action, decision=mover.look(game)["decision"]).status_code == 200
    return game
