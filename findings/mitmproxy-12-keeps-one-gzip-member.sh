#!/usr/bin/env bash
# mitmproxy 12 writes the first member of a gzip body to a HAR file, and says nothing of the rest.
#
# Several gzip members in a row are one text (RFC 1952, 2.2): `cat a.gz b.gz`, bgzip, and servers that
# compress piece by piece send them. The proxy passes all bytes on, so curl and Python's gzip read the
# whole text behind it, but the archive has the first part alone, and nothing in it says that there was
# more. mitmproxy 11.0.2 read all members.
#
# Installs mitmproxy from PyPI in a temporary folder; needs Python 3.12 or newer (PYTHON=… names one).
# Seen with mitmproxy 12.3.1:
#   received  'first, second'
#   archived  'first, '
# Fails if that changes.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 "$HOME"/.pyenv/versions/3.1[2-9]*/bin/python3}; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2> /dev/null && break
done
"$python" -m venv "$folder/v"
"$folder/v/bin/pip" -q install mitmproxy==12.3.1
cat > "$folder/run.py" <<'PYTHON'
import gzip, http.server, json, os, signal, socket, subprocess, sys, threading, time, urllib.request

folder = sys.argv[1]
SENT = gzip.compress(b"first, ") + gzip.compress(b"second")

class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        for name, value in {"Content-Type": "text/plain", "Content-Encoding": "gzip",
                            "Content-Length": str(len(SENT))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(SENT)
    def log_message(self, *_): pass

def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener: return listener.getsockname()[1]

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
har, port = f"{folder}/a.har", free_port()
proxy = subprocess.Popen([f"{folder}/v/bin/mitmdump", "-q", "--listen-host", "127.0.0.1", "-p", str(port),
                          "--set", f"hardump={har}", "--set", f"confdir={folder}/conf"])
try:
    for _ in range(150):
        try: socket.create_connection(("127.0.0.1", port), 1).close(); break
        except OSError: time.sleep(0.2)
    client = urllib.request.build_opener(urllib.request.ProxyHandler({"http": f"http://127.0.0.1:{port}"}))
    received = gzip.decompress(client.open(f"http://127.0.0.1:{server.server_port}/", timeout=20).read())
finally:
    proxy.send_signal(signal.SIGINT)
    proxy.wait(30)
content = json.load(open(har))["log"]["entries"][0]["response"]["content"]
print("received ", repr(received.decode()))
print("archived ", repr(content["text"]))
assert received == b"first, second" and content["text"] == "first, ", "it has changed"
PYTHON
"$folder/v/bin/python" "$folder/run.py" "$folder"
