#!/bin/sh
# FastAPI describes its streams with a keyword that the document's own version does not have.
#
# A path operation that yields values is documented as `text/event-stream` or `application/jsonl` with
# `itemSchema`, and nothing else. That keyword came with OpenAPI 3.2; the document says 3.1.0, and its
# schema allows no other keywords in a media type. So every service with a stream has an invalid document:
# a strict validator refuses all of it, and a tool that reads 3.1 as it is written sees a reply without any
# schema. Only a reader that takes `itemSchema` in 3.1 as well knows what comes.
#
# Seen with FastAPI 0.165.0, openapi-spec-validator 0.9.0:
#
#   openapi 3.1.0
#   application/jsonl ['itemSchema']
#   text/event-stream ['itemSchema']
#   fault Unevaluated properties are not allowed ('itemSchema' was unexpected)
#   fault Unevaluated properties are not allowed ('itemSchema' was unexpected)
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q fastapi==0.165.0 openapi-spec-validator==0.9.0
cat > "$work/service.py" <<'END'
from collections.abc import AsyncIterable

from fastapi import FastAPI
from fastapi.sse import EventSourceResponse
from openapi_spec_validator import OpenAPIV31SpecValidator
from pydantic import BaseModel


class Price(BaseModel):
    cents: int


app = FastAPI()


@app.get("/prices")
async def prices() -> AsyncIterable[Price]:
    yield Price(cents=120)


@app.get("/changes", response_class=EventSourceResponse)
async def changes() -> AsyncIterable[Price]:
    yield Price(cents=130)


document = app.openapi()
print("openapi", document["openapi"])
for path in document["paths"].values():
    for name, content in path["get"]["responses"]["200"]["content"].items():
        print(name, sorted(content))
for fault in OpenAPIV31SpecValidator(document).iter_errors():
    print("fault", fault.message)
END
cat > "$work/expected" <<'END'
openapi 3.1.0
application/jsonl ['itemSchema']
text/event-stream ['itemSchema']
fault Unevaluated properties are not allowed ('itemSchema' was unexpected)
fault Unevaluated properties are not allowed ('itemSchema' was unexpected)
END
"$work/venv/bin/python" "$work/service.py" > "$work/output"
cat "$work/output"
cmp "$work/expected" "$work/output"
