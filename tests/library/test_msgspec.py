"""What msgspec does when two threads want the same Struct for the first time: why web and stream make all ready before.

When the first of these does not hold any more, `service/server/forms_ready.py` may go.
"""

import subprocess
import sys

import pytest

TWO_THREADS = """
import msgspec, threading
from service.server.forms_ready import make_structs_ready

serving = False

def decode():
    return msgspec.json.decode(b'{"inner": {"number": 1}}', type=Outer)

def meanwhile():
    if serving:
        other = threading.Thread(target=decode)
        other.start()
        other.join()
    return int

class Inner(msgspec.Struct):
    number: "meanwhile()"

class Outer(msgspec.Struct):
    inner: "Inner"

if READY:
    make_structs_ready()
serving = True
assert decode().inner.number == 1
"""


@pytest.mark.parametrize("ready", [False, True])
def test_a_struct_that_two_threads_want_first_is_not_decoded_unless_it_was_made_ready(ready):
    script = TWO_THREADS.replace("READY", str(ready))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode == 0) is ready, done.stderr
