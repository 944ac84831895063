"""Where everything lies: recorders, the log and its caches, snapshots, secrets at rest, copies."""
