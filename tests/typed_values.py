"""What somebody may type where a JSON Schema says what is asked for: what fits it, is likely, or is hostile."""

from hypothesis import strategies as st

DAY = 86_400

EVIL = (
    "1e30000000", "1e400", "-1e400", "1/0", "0/1", "-1/2", "0.5", "19/3", "999999999.999999999", "9" * 5000, "1_0", "",
    0, 1, -1, 7, 1000, 1001, -1001, 999_999_999, 10**9, 10**12, 2**31, 2**53 - 2, 2**53 - 1, 2**53, 2**63, 10**400,
    1_800_000_000, 1_800_000_000 + 60 * DAY, 1_800_000_000 + 61 * DAY, 1_800_000_000_000, 253_402_214_399,
    True, None, 1.5, [1], {"a": 1}, [[[[[1]]]]],
)  # fmt: skip

NUMBERS = st.one_of(
    st.sampled_from(EVIL), st.integers(), st.text(max_size=12), st.from_regex("-?[0-9]{1,12}([./e][0-9]{1,12})?")
)

TEXTS = st.text(max_size=50)


def fitting(schema):
    """Values that the schema of an argument lets through, as far as it says more than their kind."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([fitting(part) for part in schema["anyOf"]])
    if isinstance(schema["type"], list):
        return st.one_of([fitting({**schema, "type": kind}) for kind in schema["type"]])
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema.get("minimum"), schema.get("maximum"))
        case "string":
            return TEXTS
        case "array":
            return st.lists(fitting(schema["items"]), max_size=3)
        case "object" if "properties" in schema:
            return st.fixed_dictionaries({name: fitting(part) for name, part in schema["properties"].items()})
    of_values = schema.get("additionalProperties")
    return st.dictionaries(TEXTS, fitting(of_values) if isinstance(of_values, dict) else NUMBERS, max_size=2)


@st.composite
def typed(draw, schema, known, likely):
    """An object of this schema with the arguments that are `known`, all others that it must have and a few that it may;
    `likely` has values for arguments by their names."""
    properties, required = schema["properties"], set(schema["required"])
    optional = sorted(properties.keys() - required - known.keys())
    chosen = draw(st.lists(st.sampled_from(optional), unique=True, max_size=3)) if optional else []
    found = dict(known)
    for name in [*sorted(required - known.keys()), *chosen]:
        fits = fitting(properties[name])
        kind = draw(st.sampled_from(("likely", "likely", "likely", "fitting", "hostile")))
        found[name] = draw({"likely": likely.get(name, fits), "fitting": fits, "hostile": NUMBERS}[kind])
    return found
