"""The name under which `workers.chores` was called by jobs that lie in a queue since before an upgrade."""

from workers.chores import do

__all__ = ("do",)
