"""Rules of routes compiled once for all applications that the tests make: it is most of what making one costs."""

from werkzeug.routing import Rule

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
