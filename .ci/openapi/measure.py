"""Imports OpenAPI documents, and judges the bodies: measure.py TOOL DOCUMENT...

A body does not fit if jsonschema refuses it; it is missing if the document has a schema or an example
for it; it is untold if the report has no line about its response. Lists that are empty are shown.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from jsonschema import FormatChecker
from openapi_schema_validator import OAS30ReadValidator, OAS31Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

METHODS = "get put post delete options head patch trace query".split()
BINARY = ("image/", "audio/", "video/", "application/pdf", "application/octet-stream", "font/")
TIME = r"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d:\d\d)"
checker = FormatChecker()
checker.checkers = dict(OAS31Validator.FORMAT_CHECKER.checkers)
# The one of jsonschema is that of draft 3.
checker.checkers["time"] = (
    lambda text: not isinstance(text, str) or bool(re.fullmatch(TIME, text)), ())


class Document:
    def __init__(self, path):
        self.root = json.load(open(path))
        self.is_30 = str(self.root.get("openapi")).startswith("3.0")
        self.registry = Registry().with_resource(
            "urn:doc", Resource(self.absolute(self.root), DRAFT202012))

    def absolute(self, node):
        if isinstance(node, dict):
            return {
                key: "urn:doc" + value
                # A discriminator's mapping has references too.
                if isinstance(value, str) and value.startswith("#" if key == "$ref" else "#/comp")
                else self.absolute(value)
                for key, value in node.items()
            }
        return [self.absolute(value) for value in node] if isinstance(node, list) else node

    def resolved(self, node):
        for _ in range(20):
            reference = node.get("$ref") if isinstance(node, dict) else None
            if not reference or "#/" not in reference:
                break
            target = self.root
            for step in reference.split("#/", 1)[1].split("/"):
                step = step.replace("~1", "/").replace("~0", "~")
                target = target[int(step)] if isinstance(target, list) else target[step]
            node = target
        return node

    def faults(self, schema, value):
        kind = OAS30ReadValidator if self.is_30 else OAS31Validator
        validator = kind(
            self.absolute(schema), registry=self.registry, format_checker=checker)
        try:
            errors = list(validator.iter_errors(value))
        except Exception as error:
            return [] if "Unresolvable" in str(error) else [str(error)[:80]]
        return [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:100]}" for e in errors[:2]]

    def responses(self):
        for path, item in self.root.get("paths", {}).items():
            item = self.resolved(item)
            for method, operation in item.items():
                if method not in METHODS:
                    continue
                operation = self.resolved(operation)
                title = f"{method.upper()} {path}"
                for code, response in (operation.get("responses") or {}).items():
                    response = self.resolved(response)
                    if code.startswith("x-") or code in ("204", "205", "304"):
                        continue
                    for name, media in (response.get("content") or {}).items():
                        if "/" in name and not name.startswith(BINARY):
                            yield title, operation.get("operationId"), code, name, self.resolved(media)


def sets(folder, operations):
    found, joined = {}, {}
    for base, _, files in os.walk(folder):
        if "set.json" in files:
            entry = json.load(open(os.path.join(base, "set.json")))
            # Operations with the same requests have joined the set of the first: 200 (refresh).
            for response in entry["responses"]:
                match = re.match(r"(.+) \((.+)\)$", response["name"])
                if match and match[2] in operations:
                    responses = joined.setdefault(match[2], {"responses": []})["responses"]
                    responses.append({**response, "name": match[1]})
                else:
                    own = found.setdefault(entry["name"], {"responses": []})["responses"]
                    own.append(response)
    return joined | found


def measure(tool, path):
    document, folder = Document(path), tempfile.mkdtemp() + "/Responses"
    run = subprocess.run(
        [tool, "import", path, folder, "--json"], capture_output=True, text=True)
    if not run.stdout.startswith("{"):
        print(f"{os.path.basename(path)}: {(run.stdout + run.stderr).strip()}")
        return [0] * 4
    report = json.loads(run.stdout)
    told = [part["request"] for kind in ("missing", "misfits", "passedOver")
            for part in report.get(kind) or []]
    responses = list(document.responses())
    operations = {name for title, identifier, *_ in responses for name in (title, identifier)}
    found, counts, lines = sets(folder, operations), [0] * 4, []
    for title, identifier, code, name, media in responses:
        schema = media.get("schema", media.get("itemSchema"))
        if schema is None and "example" not in media and "examples" not in media:
            continue
        entry = found.get(identifier) or found.get(title) or {"responses": []}
        bodies = []
        for response in entry["responses"]:
            kind = (response.get("contentType") or "").split(";")[0]
            file = response.get("file", "")
            if not re.match(re.escape(code) + r"( \(|$)", response["name"]) or not file:
                continue
            is_json = "/json" in name or name == "*/*"
            if kind == name.split(";")[0] or not kind and (".json" in file) == is_json:
                bodies.append(open(os.path.join(folder, file), "rb").read())
        faults = []
        for body in bodies:
            if re.search(rb"\[\s*\]", body):
                lines.append(f"  empty    {title}, {code}: {body[:80]}")
            lines_of = name in ("application/jsonl", "application/x-ndjson")
            if schema is not None and (lines_of or name.endswith("json") or name == "*/*"):
                for value in body.splitlines() if lines_of else [body]:
                    faults += document.faults(schema, json.loads(value))
        is_told = any(
            part.startswith(f"{title}, {code}") or part == title for part in told)
        state = "missing" if not bodies else "misfit" if faults else None
        counts[0] += 1
        counts[1] += state == "misfit"
        counts[2] += state == "missing"
        counts[3] += state is not None and not is_told
        if state:
            lines.append(f"  {state:8} {title}, {code} {name} {'' if is_told else 'UNTOLD'} {faults[:1]}")
    print(f"{os.path.basename(path):36} {counts[0]:5} bodies, {counts[1]:3} do not fit, "
          f"{counts[2]:3} missing, {counts[3]:3} untold, exit code {run.returncode}")
    print("\n".join(lines) + "\n" if lines else "", end="")
    return counts


totals = [measure(sys.argv[1], path) for path in sys.argv[2:]]
print("all: {} bodies, {} do not fit, {} missing, {} untold".format(*map(sum, zip(*totals))))
