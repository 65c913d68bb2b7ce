#!/bin/sh
# Litestar documents a root model as an object, and sends its value alone.
#
# Pydantic's `RootModel[list[str]]` is a list: `model_json_schema()` says `type: array`, and FastAPI's document
# too. Litestar reads the model's only field, and documents an object with a required member `root`. The server
# sends `["new"]`. A validator refuses the server's own replies, and a client that is made from the document
# cannot read them; a canned reply that is made from it has an object where the app gets a list.
#
# Seen with Litestar 2.25.0, Pydantic 2.12.5, jsonschema 4.26.0:
#
#   Pydantic array
#   Litestar object ['root']
#   sent ["new"]
#   fault ['new'] is not of type 'object'
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q litestar==2.25.0 pydantic==2.12.5 jsonschema==4.26.0
cat > "$work/service.py" <<'END'
from jsonschema import Draft202012Validator
from litestar import Litestar, get
from litestar.testing import TestClient
from pydantic import RootModel


class Tags(RootModel[list[str]]):
    pass


@get("/tags", sync_to_thread=False)
def tags() -> Tags:
    return Tags(["new"])


app = Litestar([tags])
schema = app.openapi_schema.to_schema()["components"]["schemas"]["Tags"]
with TestClient(app) as client:
    reply = client.get("/tags")
print("Pydantic", Tags.model_json_schema()["type"])
print("Litestar", schema["type"], schema.get("required"))
print("sent", reply.text)
for fault in Draft202012Validator(schema).iter_errors(reply.json()):
    print("fault", fault.message)
END
cat > "$work/expected" <<'END'
Pydantic array
Litestar object ['root']
sent ["new"]
fault ['new'] is not of type 'object'
END
"$work/venv/bin/python" "$work/service.py" > "$work/output" 2>/dev/null
cat "$work/output"
cmp "$work/expected" "$work/output"
