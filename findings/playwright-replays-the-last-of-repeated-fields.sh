#!/usr/bin/env bash
# Playwright's HAR replay sends only the last of several header fields with one name.
#
# A server sends `Link` twice, as paginated APIs and preload hints do (RFC 9110, 5.3, allows it for every list).
# fetch() joins both. Recorded with record_har_path, the archive has both fields, one entry each, as HAR 1.2
# says. Played back with route_from_har from that same archive, the page gets only the second: the replay
# makes a dictionary of the list. A page that follows rel="next" in the first one stops at page 1, and no tool
# says so. Whoever writes archives for Playwright joins such fields with commas first.
#
# Needs Debian's chromium; installs playwright from PyPI in a temporary folder.
# Seen with playwright 1.65.2 (Python) and Chromium 156.0.8078.108:
#   live      </b?page=2>; rel="next", </b>; rel="first"
#   recorded  2 fields
#   replayed  </b>; rel="first"
# Fails if that changes.
set -euo pipefail
browser=$(command -v chromium) || { echo "needs chromium"; exit 2; }
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/v"
"$folder/v/bin/pip" -q install playwright==1.65.2
cat > "$folder/run.py" <<'PYTHON'
import http.server, json, sys, threading
from playwright.sync_api import sync_playwright

class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "15")
        if self.path == "/b":
            self.send_header("Link", '</b?page=2>; rel="next"')
            self.send_header("Link", '</b>; rel="first"')
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html>")
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url, har = f"http://127.0.0.1:{server.server_port}", sys.argv[1]

def link(**options):
    context = chromium.new_context(**options)
    page = context.new_page()
    if not options: page.route_from_har(har, url="**/b")
    page.goto(url)
    found = page.evaluate("async () => (await fetch('/b')).headers.get('link')")
    context.close()
    return found

with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"])
    print("live     ", link(record_har_path=har, record_har_content="embed"))
    entries = json.load(open(har))["log"]["entries"]
    entry = [e for e in entries if e["request"]["url"].endswith("/b")][0]
    fields = [h for h in entry["response"]["headers"] if h["name"].lower() == "link"]
    print("recorded ", len(fields), "fields")
    print("replayed ", link())
    print("playwright with Chromium", chromium.version, file=sys.stderr)
PYTHON
cat > "$folder/expected" <<'END'
live      </b?page=2>; rel="next", </b>; rel="first"
recorded  2 fields
replayed  </b>; rel="first"
END
"$folder/v/bin/python" "$folder/run.py" "$folder/archive.har" "$browser" > "$folder/output"
cat "$folder/output"
cmp "$folder/expected" "$folder/output"
