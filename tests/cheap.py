"""What tests do at less cost: it takes most of the time of many, and is not what they look at."""

import argon2
from werkzeug.routing import Rule

from service.people import passwords

_compile = Rule._compile_builder
_builders = {}


def compile_rules_once():
    """Has werkzeug take again what it compiled of a rule with the same text, as it is a function of that alone."""
    Rule._compile_builder = _compiled_once


def _compiled_once(rule, append_unknown=True):
    if rule.defaults:
        return _compile(rule, append_unknown)
    key = rule.rule, *rule._trace, append_unknown
    if key not in _builders:
        _builders[key] = _compile(rule, append_unknown)
    return _builders[key]


def hash_passwords_quickly():
    """Has passwords hashed with as little memory and work as argon2 takes; a hash says itself how it was made."""
    passwords.PasswordHasher = lambda: argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
