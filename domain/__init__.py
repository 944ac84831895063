"""The rules: pure state machines, their log format and their chance. No I/O, clock, threads or environment."""
