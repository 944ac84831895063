"""Mutation testing: one small fault after the other is put into the code, and a test should fail of each.

`python -m tests.mutants run` does it, by areas; docs/mutants.md says how, and what came of it.
"""
