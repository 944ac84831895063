"""Oh Hell: tricks that are bid for in secret. A game of its own distribution, as anybody may write one."""
