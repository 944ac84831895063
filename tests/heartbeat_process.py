"""With `python -m service.dev.drill.stepped FILE`: a process that takes actions, as far as its heartbeat goes."""

import os
import time

from service.bootstrap import build
from service.operation import pulse
from service.settings import Settings

if __name__ == "__main__":
    pulse.begin(build(Settings.from_env(os.environ)).heartbeat)
    while True:
        time.sleep(60)
