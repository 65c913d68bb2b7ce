#!/bin/sh
# APIFlask describes replies that it never sends.
#
# A field that is only read from requests (`load_only`, such as a PIN) is required in the schema of the
# response too, and marked `writeOnly`. The document is OpenAPI 3.1, where `writeOnly` is a hint for
# people and not a rule, so a validator wants the field in each response. The server rightly leaves it
# out: every correct reply breaks the document that the same program writes. Whoever checks canned or
# real replies against that document finds only false alarms; who makes replies from it shows PINs.
#
# Seen with APIFlask 3.1.2, apispec 6.10.1, marshmallow 4.4.0, openapi-schema-validator 0.9.0:
#
#   openapi 3.1.0
#   required ['name', 'pin']
#   reply {'name': 'Ada'}
#   faults ["'pin' is a required property"]
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q apiflask==3.1.2 apispec==6.10.1 marshmallow==4.4.0 flask==3.1.3 \
    openapi-schema-validator==0.9.0
cat > "$work/service.py" <<'END'
from apiflask import APIFlask, Schema
from apiflask.fields import String
from openapi_schema_validator import OAS31Validator


class Account(Schema):
    name = String(required=True)
    pin = String(required=True, load_only=True)


app = APIFlask("shop")


@app.get("/account")
@app.output(Account)
def account():
    return {"name": "Ada", "pin": "1234"}


reply = app.test_client().get("/account").get_json()
schema = app.spec["components"]["schemas"]["Account"]
print("openapi", app.spec["openapi"])
print("required", sorted(schema["required"]))
print("reply", reply)
print("faults", [error.message for error in OAS31Validator(schema).iter_errors(reply)])
END
cat > "$work/expected" <<'END'
openapi 3.1.0
required ['name', 'pin']
reply {'name': 'Ada'}
faults ["'pin' is a required property"]
END
"$work/venv/bin/python" "$work/service.py" > "$work/output"
cat "$work/output"
cmp "$work/expected" "$work/output"
