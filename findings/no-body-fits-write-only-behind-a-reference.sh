#!/bin/sh
# openapi-schema-validator fits no response whose required, write-only member stands behind a $ref.
#
# In OpenAPI 3.0, a required member that is `writeOnly` is required of requests alone, and is not in
# responses. OAS30ReadValidator knows that if `writeOnly` stands at the member itself. If the member is
# a $ref to a schema that is `writeOnly`, a response without it lacks "a required property", and one with
# it "reads a write-only property": the validator accepts no response at all. Documents that keep their
# secrets in components, as generators do, cannot be checked.
#
# Seen with openapi-schema-validator 0.9.0 and jsonschema 4.26.0:
#
#   in place, without: []
#   in place, with: ['Tried to read write-only property with p']
#   by reference, without: ["'password' is a required property"]
#   by reference, with: ['Tried to read write-only property with p']
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q openapi-schema-validator==0.9.0 jsonschema==4.26.0
cat > "$work/check.py" <<'END'
from openapi_schema_validator import OAS30ReadValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT4

secret = {"type": "string", "writeOnly": True}
registry = Registry().with_resource("urn:shop", Resource({"Secret": secret}, DRAFT4))
for place, member in [("in place", secret), ("by reference", {"$ref": "urn:shop#/Secret"})]:
    schema = {
        "type": "object", "required": ["name", "password"],
        "properties": {"name": {"type": "string"}, "password": member},
    }
    validator = OAS30ReadValidator(schema, registry=registry)
    for word, body in [("without", {"name": "Ada"}), ("with", {"name": "Ada", "password": "p"})]:
        print(f"{place}, {word}:", [error.message for error in validator.iter_errors(body)])
END
cat > "$work/expected" <<'END'
in place, without: []
in place, with: ['Tried to read write-only property with p']
by reference, without: ["'password' is a required property"]
by reference, with: ['Tried to read write-only property with p']
END
"$work/venv/bin/python" "$work/check.py" > "$work/output"
cat "$work/output"
cmp "$work/expected" "$work/output"
