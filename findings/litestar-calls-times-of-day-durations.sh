#!/bin/sh
# Litestar documents a time of day as a duration, and sends a time of day.
#
# A field of type `datetime.time` becomes a string with `format: duration` in the OpenAPI document, as a
# `datetime.timedelta` does. The server sends `09:30:00` for it (RFC 3339), which is no duration (ISO 8601,
# `PT9H30M`). A validator that looks at formats refuses the server's own correct replies; a client or a canned
# reply that is made from the document has a duration where the app reads an hour of the day.
#
# Seen with Litestar 2.25.0, jsonschema 4.26.0:
#
#   opens duration 09:30:00
#   waits duration PT300S
#   fault '09:30:00' is not a 'duration'
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q litestar==2.25.0 'jsonschema[format]==4.26.0'
cat > "$work/service.py" <<'END'
import datetime
from dataclasses import dataclass

from jsonschema import Draft202012Validator
from litestar import Litestar, get
from litestar.testing import TestClient


@dataclass
class Shop:
    opens: datetime.time
    waits: datetime.timedelta


@get("/shop", sync_to_thread=False)
def shop() -> Shop:
    return Shop(datetime.time(9, 30), datetime.timedelta(minutes=5))


app = Litestar([shop])
schema = app.openapi_schema.to_schema()["components"]["schemas"]["Shop"]
with TestClient(app) as client:
    reply = client.get("/shop").json()
for name, property in schema["properties"].items():
    print(name, property["format"], reply[name])
checker = Draft202012Validator.FORMAT_CHECKER
for fault in Draft202012Validator(schema, format_checker=checker).iter_errors(reply):
    print("fault", fault.message)
END
cat > "$work/expected" <<'END'
opens duration 09:30:00
waits duration PT300S
fault '09:30:00' is not a 'duration'
END
"$work/venv/bin/python" "$work/service.py" > "$work/output" 2>/dev/null
cat "$work/output"
cmp "$work/expected" "$work/output"
