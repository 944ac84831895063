"""Webhooks that are in use."""


def confirmed_webhook(post, account, url, form="generic", **more):
    """A webhook that whoever has the address has confirmed."""
    channel = post.channels.add_webhook(account, url, form, **more)
    return post.channels.confirm(post.channels.link(channel))
