#!/bin/sh
# mitmproxy2swagger writes a document that the recording it was made from does not fit.
#
# A list is described by its first element, and one that is `null` becomes `type: object` with `nullable`, so that
# `[null, 1]`, a reading that failed and one that did not, is refused. A path is described by its first reply alone:
# members of later ones are missing, and a value that is a number in the first and a text in the second is a number.
# A validator refuses the recorded replies, and canned replies that are made from the document lack those members;
# they are made from the archive itself.
#
# Seen with mitmproxy2swagger 0.14.0, openapi-schema-validator 0.6.3:
#
#   /readings {"values": [null, 1]}: 1 is not of type 'object'
#   /order {"code": 7}: fits
#   /order {"code": "7-B", "note": "gift"}: '7-B' is not of type 'number'
#   described members of /order: ['code']
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q mitmproxy2swagger==0.14.0 openapi-schema-validator==0.6.3 pyyaml==6.0.2
cat > "$work/recording.py" <<'END'
import json

REPLIES = [
    ("/readings", {"values": [None, 1]}),
    ("/order", {"code": 7}),
    ("/order", {"code": "7-B", "note": "gift"}),
]


def entry(path, body):
    text = json.dumps(body)
    header = [{"name": "Content-Type", "value": "application/json"}]
    return {
        "startedDateTime": "2026-01-01T00:00:00.000Z",
        "time": 1,
        "request": {
            "method": "GET", "url": "https://api.shop.example" + path, "httpVersion": "HTTP/1.1",
            "cookies": [], "headers": [], "queryString": [], "headersSize": -1, "bodySize": 0,
        },
        "response": {
            "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": header,
            "content": {"size": len(text), "mimeType": "application/json", "text": text},
            "redirectURL": "", "headersSize": -1, "bodySize": len(text),
        },
        "cache": {},
        "timings": {"send": 0, "wait": 1, "receive": 0},
    }


if __name__ == "__main__":
    log = {"version": "1.2", "creator": {"name": "hand", "version": "1"}}
    print(json.dumps({"log": {**log, "entries": [entry(*reply) for reply in REPLIES]}}))
END
cat > "$work/judge.py" <<'END'
import json
import sys

import yaml
from openapi_schema_validator import OAS30Validator
from recording import REPLIES

paths = yaml.safe_load(open(sys.argv[1]))["paths"]


def schema(path):
    return paths[path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]


for path, body in REPLIES:
    faults = [fault.message for fault in OAS30Validator(schema(path)).iter_errors(body)]
    print(f"{path} {json.dumps(body)}: {'; '.join(faults) or 'fits'}")
print("described members of /order:", list(schema("/order")["properties"]))
END
cat > "$work/expected" <<'END'
/readings {"values": [null, 1]}: 1 is not of type 'object'
/order {"code": 7}: fits
/order {"code": "7-B", "note": "gift"}: '7-B' is not of type 'number'
described members of /order: ['code']
END
"$work/venv/bin/python" "$work/recording.py" > "$work/api.har"
make() {
    "$work/venv/bin/mitmproxy2swagger" -f har -i "$work/api.har" -o "$work/api.yaml" -p https://api.shop.example \
        > /dev/null
}
# The first run lists the paths, and the second describes those that are not marked to be ignored.
make
sed -i 's/ignore://' "$work/api.yaml"
make
"$work/venv/bin/python" "$work/judge.py" "$work/api.yaml" > "$work/output"
cat "$work/output"
cmp "$work/expected" "$work/output"
