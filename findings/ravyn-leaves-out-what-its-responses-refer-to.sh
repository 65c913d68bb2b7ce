#!/bin/sh
# Ravyn's responses refer to schemas that its document does not have.
#
# Pydantic puts the models and enumerations of a model under `$defs`, and refers to them from the model's
# own root, `#/$defs/Kind`. For the body of a request Ravyn moves them to `components/schemas`, and writes the
# references anew. For a response it writes the model's schema without `$defs`, and leaves the references as
# they were, so they lead nowhere: a validator fails for the server's own correct reply, and a client or a
# canned reply that is made from the document knows nothing about these members.
#
# Seen with Ravyn 0.4.3, openapi-schema-validator 0.9.0:
#
#   request #/components/schemas/Kind
#   response #/$defs/Kind
#   201 PointerToNowhere: '/$defs/Kind' does not exist
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ravyn==0.4.3 httpx2==2.16.2 openapi-schema-validator==0.9.0
cat > "$work/service.py" <<'END'
import enum

from openapi_schema_validator import OAS31Validator
from pydantic import BaseModel
from ravyn import Gateway, Ravyn, post
from ravyn.testclient import RavynTestClient


class Kind(enum.Enum):
    cat = "cat"


class Pet(BaseModel):
    kind: Kind


@post("/pets")
async def add(data: Pet) -> Pet:
    return data


with RavynTestClient(Ravyn(routes=[Gateway(handler=add)], enable_openapi=True)) as client:
    document = client.get("/openapi.json").json()
    reply = client.post("/pets", json={"kind": "cat"})
schema = document["paths"]["/pets"]["post"]["responses"]["201"]["content"]["application/json"]["schema"]
print("request", document["components"]["schemas"]["Pet"]["properties"]["kind"]["$ref"])
print("response", schema["properties"]["kind"]["$ref"])
try:
    OAS31Validator(schema).validate(reply.json())
    print(reply.status_code, "fits")
except Exception as error:
    print(reply.status_code, str(error).split(" within")[0])
END
cat > "$work/expected" <<'END'
request #/components/schemas/Kind
response #/$defs/Kind
201 PointerToNowhere: '/$defs/Kind' does not exist
END
"$work/venv/bin/python" "$work/service.py" > "$work/output" 2>"$work/log"
cat "$work/output"
cmp "$work/expected" "$work/output"
