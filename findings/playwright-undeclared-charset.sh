#!/usr/bin/env bash
# Playwright's HAR replay changes the bytes of a text that names no charset.
#
# A server sends the six characters "Grüße!" in UTF-8 as `text/plain`, without a charset (valid by RFC
# 9110, 8.3; many servers and object stores do). A page's fetch() gets the bytes as they were
# sent, and response.text() decodes them as UTF-8. Recorded with record_har_path, and played back with
# route_from_har, the same fetch() gets other bytes: Chromium has decoded the body as windows-1252, the
# archive keeps that text, and the replay encodes it as UTF-8. No tool says so.
#
# Needs Debian's chromium; installs playwright from PyPI in a temporary folder.
# Seen with playwright 1.65.2 (Python) and Chromium 156.0.8078.108:
#   sent      4772c3bcc39f6521
#   recorded  'GrÃ¼ÃŸe!' size 12
#   replayed  4772c383c2bcc383c5b86521
# Fails if that changes.
set -euo pipefail
browser=$(command -v chromium) || { echo "needs chromium"; exit 2; }
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/v"
"$folder/v/bin/pip" -q install playwright==1.65.2
cat > "$folder/run.py" <<'PYTHON'
import http.server, json, sys, threading
from playwright.sync_api import sync_playwright

SENT = "Grüße!".encode()

class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = SENT if self.path == "/text" else b"<!DOCTYPE html><title>t</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/plain" if self.path == "/text" else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url, har = f"http://127.0.0.1:{server.server_port}", sys.argv[1]
BYTES = "async () => Array.from(new Uint8Array(await (await fetch('/text')).arrayBuffer()))"

def get(**options):
    context = chromium.new_context(**options)
    page = context.new_page()
    if not options: page.route_from_har(har, url="**/text")
    page.goto(url)
    found = bytes(page.evaluate(BYTES))
    context.close()
    return found

with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"])
    live = get(record_har_path=har, record_har_content="embed")
    replayed = get()
    print("playwright with Chromium", chromium.version)
entry = [e for e in json.load(open(har))["log"]["entries"] if e["request"]["url"].endswith("/text")][0]
content = entry["response"]["content"]
print("sent     ", SENT.hex())
print("recorded ", repr(content["text"]), "size", content["size"])
print("replayed ", replayed.hex())
assert live == SENT and replayed == "GrÃ¼ÃŸe!".encode() and content["text"] == "GrÃ¼ÃŸe!", "it has changed"
PYTHON
"$folder/v/bin/python" "$folder/run.py" "$folder/a.har" "$browser"
