"""Games: who must decide what, lists of them, how they ended."""
