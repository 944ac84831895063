"""`python -m domain.cases PATH...`: what `nightledger cases run` does, for the games of the catalogue."""

from __future__ import annotations

import sys

from domain.cases import report
from domain.games.catalog import Catalog

if __name__ == "__main__":
    sys.exit(not report(sys.argv[1:], Catalog(), print))
