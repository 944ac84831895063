"""`python -m workers.thinker`: a worker for the turns of AIs that think ahead."""

from __future__ import annotations

from service.operation.turns import THINKING
from workers.worker import main

if __name__ == "__main__":
    main("thinker", THINKING)
