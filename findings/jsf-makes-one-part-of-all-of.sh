#!/bin/sh
# jsf makes values that their schema refuses, where schemas are combined as OpenAPI's are.
#
# Of an `allOf`, the way to write that a model extends another, only the first part is made: the members that the
# others require are missing. A `oneOf` beside `properties`, the way to write a union with a tag, is not looked at:
# the tag is any text. Neither is told, so a mock server or a test that takes its values from there sends replies
# that no client of the document can read. A library that makes examples must check them against the schema.
#
# Seen with jsf 0.11.2, jsonschema 4.26.0, of 20 values each:
#
#   extends: 0 fit, members ['id'], fault 'name' is a required property
#   union: 0 fit, members ['kind', 'size'], fault is not valid under any of the given schemas
#   plain: 20 fit
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q jsf==0.11.2 jsonschema==4.26.0
cat > "$work/values.py" <<'END'
from jsf import JSF
from jsonschema import Draft202012Validator

IDENTIFIED = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}
NAMED = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
SCHEMAS = {
    "extends": {"allOf": [IDENTIFIED, NAMED]},
    "union": {
        "type": "object",
        "required": ["kind", "size"],
        "properties": {"kind": {"type": "string"}, "size": {"type": "integer"}},
        "oneOf": [{"properties": {"kind": {"const": kind}}} for kind in ("cat", "dog")],
    },
    "plain": {
        "type": "object",
        "required": ["id", "name"],
        "properties": {**IDENTIFIED["properties"], **NAMED["properties"]},
    },
}
for name, schema in SCHEMAS.items():
    Draft202012Validator.check_schema(schema)
    values = [JSF(schema).generate() for _ in range(20)]
    faults = [list(Draft202012Validator(schema).iter_errors(value)) for value in values]
    fits = faults.count([])
    if fits == len(values):
        print(f"{name}: {fits} fit")
    else:
        # A message may begin with the value, which is at random.
        words = faults[0][0].message.removeprefix(f"{values[0]} ")
        print(f"{name}: {fits} fit, members {sorted(values[0])}, fault {words}")
END
cat > "$work/expected" <<'END'
extends: 0 fit, members ['id'], fault 'name' is a required property
union: 0 fit, members ['kind', 'size'], fault is not valid under any of the given schemas
plain: 20 fit
END
"$work/venv/bin/python" "$work/values.py" > "$work/output" 2>/dev/null
cat "$work/output"
cmp "$work/expected" "$work/output"
