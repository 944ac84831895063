"""What a stream of server-sent events says."""

import json


def messages(text):
    """The messages of a stream: (name, id, data); lines without meaning are left out."""
    found = []
    for block in text.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            number = None if "id" not in fields else int(fields["id"])
            found.append((fields.get("event", "message"), number, json.loads(fields["data"])))
    return found
