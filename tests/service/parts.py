"""The use cases of games once more, on the store of services that are there, with a time or a chance of their own."""

from service.wiring import games_of, tools_of


def other_games(services, clock=None, entropy=bytes, catalog=None, accounts=None):
    """They keep nothing in memory of what those services did, and no snapshots; `bytes` is no chance at all."""
    tools = tools_of(
        services.store,
        catalog or services.catalog,
        accounts or services.accounts,
        clock or services.clock,
        entropy,
    )
    return games_of(tools)
