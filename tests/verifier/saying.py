"""What a fault that the verifier finds must say."""

from pathlib import Path

from verifier.verify import VERDICTS


def each_fault_says(demand):
    """The same `demand`, which also asks for the place, the reason and the verdict of all that is demanded, whether it
    holds or not."""

    def checked(holds, where, fault, word="refused"):
        assert isinstance(where, str | Path), f"{where!r}: {fault}"
        assert isinstance(fault, str), f"{where}: {fault!r}"
        assert fault not in VERDICTS, f"{where}: it is {fault}, and not told why"
        assert word in VERDICTS, f"{where}: {fault}"
        demand(holds, where, fault, word)

    return checked
