"""A Pig of which tries are compared, as in a challenge."""

from domain.contract.facets.compared import Compared
from tests.pigs.pig import Pig


class PigTogether(Pig, Compared):
    """Pig of which tries are compared."""

    compared_by = ("points", "throws")
