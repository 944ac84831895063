"""What msgspec does when two threads want the same Struct for the first time, as those of web and stream do.

Before 0.23 it published a type whose fields were not worked out, and the second thread ended the process.
"""

import subprocess
import sys

TWO_THREADS = """
import msgspec, threading

serving = False

def decode():
    return msgspec.json.decode(b'{"inner": {"number": 1}}', type=Outer)

def meanwhile():
    if serving and threading.current_thread() is threading.main_thread():
        other = threading.Thread(target=decode)
        other.start()
        other.join()
    return int

class Inner(msgspec.Struct):
    number: "meanwhile()"

class Outer(msgspec.Struct):
    inner: "Inner"

serving = True
assert decode().inner.number == 1
"""


def test_two_threads_may_want_a_struct_first():
    done = subprocess.run([sys.executable, "-c", TWO_THREADS], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
