"""An installation in operation: its processes, logs, figures and state."""
