"""What a fault that the verifier finds must say."""


def each_fault_says(demand):
    """The same `demand`, which also asks for the place and the reason of what does not hold."""

    def checked(holds, where, fault, word="refused"):
        if not holds:
            assert where is not None
            assert isinstance(fault, str), f"{where}: {fault!r}"
        demand(holds, where, fault, word)

    return checked
