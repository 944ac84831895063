"""Bad days, played on an installation that is thrown away: what an operator may want to have seen before it happens.

A day is a module in `days`; `stage` is where it is played, `crowd` who plays meanwhile, `watch` who asks whether it is
ready, `checks` what must hold in the end.
"""
