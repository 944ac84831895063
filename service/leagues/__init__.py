"""Leagues in the service: `ledger` is what people do, `play` what follows, `views` and `files` are what is shown."""
