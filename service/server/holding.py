"""What a WSGI application and a server agree on that lets requests wait without a thread.

Where the environment of a request has `HOLDS`, the body of its answer may have waits between its bytes
(`service.store.waiting.Wait`): the server goes on with the body when they are over. A body that begins with one is no
answer yet: the request is asked again then, with the wait as `WAITED`.
"""

HOLDS = "nightledger.holds"

WAITED = "nightledger.waited"
