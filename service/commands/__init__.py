"""The commands of `nightledger`: a module a command, each with a click command called `command`."""
