"""Witnesses: whoever follows the checkpoints of installations, and signs those that go on from the last one."""
