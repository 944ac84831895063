"""What tests look at: what a web server was told, and what became of it."""


def kinds(hook):
    """The kinds of the notices that were posted, in their order."""
    return [notice["kind"] for body in hook.bodies for notice in body["notices"]]


def states(post, channel):
    """What became of a channel's rows, the newest first."""
    return [row.state for row in post.outbox.deliveries.of(channel.id)]
