"""Who waits for a database in vain, without a look at the wall's clock."""

from contextlib import contextmanager
from time import monotonic

import pytest

from projections.unavailable import Patience


@contextmanager
def waits_in_vain():
    """The seconds that each had to wait who has waited for a database in vain, in a block in which no time passes for
    who asks how much patience is left, however slow the machine is."""
    vain, now, was_in_vain = [], monotonic(), Patience.was_in_vain

    def note(patience):
        vain.append(patience.seconds)
        was_in_vain(patience)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("projections.unavailable.monotonic", lambda: now)
        patch.setattr(Patience, "was_in_vain", note)
        yield vain
